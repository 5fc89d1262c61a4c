bin_PROGRAMS += weft

# All of the tool but its main function: the manual pages are made from its command line.
noinst_LIBRARIES += libcommands.a
libcommands_a_SOURCES = \
  tools/weft/check.cc \
  tools/weft/adaptive_report.cc \
  tools/weft/adaptive_report.h \
  tools/weft/choice_report.cc \
  tools/weft/choice_report.h \
  tools/weft/command_line.cc \
  tools/weft/command_line.h \
  tools/weft/command_syntax.cc \
  tools/weft/command_syntax.h \
  tools/weft/commands.h \
  tools/weft/compare.cc \
  tools/weft/comparison.cc \
  tools/weft/comparison.h \
  tools/weft/counter_files.cc \
  tools/weft/counter_files.h \
  tools/weft/counters.cc \
  tools/weft/counters_report.cc \
  tools/weft/counters_report.h \
  tools/weft/daemon_conf.cc \
  tools/weft/daemon_conf.h \
  tools/weft/demo.cc \
  tools/weft/details.cc \
  tools/weft/details.h \
  tools/weft/diff.cc \
  tools/weft/diff_report.cc \
  tools/weft/diff_report.h \
  tools/weft/discover.cc \
  tools/weft/doctor.cc \
  tools/weft/drawing_files.cc \
  tools/weft/drawing_files.h \
  tools/weft/engine_choice.cc \
  tools/weft/engine_choice.h \
  tools/weft/engine_comparison.cc \
  tools/weft/engine_comparison.h \
  tools/weft/engines_in_turn.cc \
  tools/weft/engines_in_turn.h \
  tools/weft/export.cc \
  tools/weft/fabric_check.cc \
  tools/weft/fabric_check.h \
  tools/weft/fabric_report.cc \
  tools/weft/files_at_once.cc \
  tools/weft/files_at_once.h \
  tools/weft/finding_list.h \
  tools/weft/generate.cc \
  tools/weft/given_tables.cc \
  tools/weft/given_tables.h \
  tools/weft/host.cc \
  tools/weft/host.h \
  tools/weft/live.cc \
  tools/weft/live.h \
  tools/weft/live_subnet.cc \
  tools/weft/live_subnet.h \
  tools/weft/load.cc \
  tools/weft/load.h \
  tools/weft/migrate.cc \
  tools/weft/migration.cc \
  tools/weft/migration.h \
  tools/weft/pattern.cc \
  tools/weft/pattern.h \
  tools/weft/plan.cc \
  tools/weft/plan_diff.cc \
  tools/weft/plan_diff.h \
  tools/weft/plan_cables.cc \
  tools/weft/plan_cables.h \
  tools/weft/plan_grow.cc \
  tools/weft/plan_grow.h \
  tools/weft/plan_measures.cc \
  tools/weft/plan_measures.h \
  tools/weft/plan_shapes.cc \
  tools/weft/plan_shapes.h \
  tools/weft/progress.cc \
  tools/weft/progress.h \
  tools/weft/ranks.cc \
  tools/weft/ranks.h \
  tools/weft/report.cc \
  tools/weft/report.h \
  tools/weft/report_data.cc \
  tools/weft/report_data.h \
  tools/weft/report_links.cc \
  tools/weft/report_links.h \
  tools/weft/report_page.cc \
  tools/weft/report_page.h \
  tools/weft/policy.cc \
  tools/weft/policy_report.cc \
  tools/weft/policy_report.h \
  tools/weft/problem_report.cc \
  tools/weft/problem_report.h \
  tools/weft/pseudonyms.cc \
  tools/weft/pseudonyms.h \
  tools/weft/route.cc \
  tools/weft/routing_arguments.cc \
  tools/weft/routing_arguments.h \
  tools/weft/secrets.cc \
  tools/weft/secrets.h \
  tools/weft/settings.cc \
  tools/weft/settings.h \
  tools/weft/setup.cc \
  tools/weft/setup.h \
  tools/weft/stored_routing.cc \
  tools/weft/stored_routing.h \
  tools/weft/suggest.cc \
  tools/weft/suggest.h \
  tools/weft/torus_places.cc \
  tools/weft/torus_places.h \
  tools/weft/trace.cc \
  tools/weft/usual_options.cc \
  tools/weft/usual_options.h \
  tools/weft/version.cc \
  tools/weft/version.h \
  tools/weft/whatif.cc \
  tools/weft/whatif_report.cc \
  tools/weft/whatif_report.h \
  tools/weft/words.cc \
  tools/weft/words.h
# The port of this host that live fabrics are read by: nothing but the tool needs libibumad.
libcommands_a_SOURCES += tools/live/umad_port.h
if LIVE
libcommands_a_SOURCES += tools/live/umad_port.cc
else
libcommands_a_SOURCES += tools/live/no_port.cc
endif
nodist_libcommands_a_SOURCES = tools/weft/page_parts.h tools/weft/revision.h
libcommands_a_CPPFLAGS = $(AM_CPPFLAGS) $(CLI11_CFLAGS) $(UMAD_CFLAGS) -DWEFT_DEMO='"$(demodir)"'
# Like the libraries, so that the same precompiled header serves.
libcommands_a_CXXFLAGS = $(library_cxxflags) -fPIC
if PRECOMPILED_HEADERS
$(libcommands_a_OBJECTS): common/precompiled.h.gch
endif
command_libs = libcommands.a libweft-engines.la libweft-core.la $(FMT_LIBS) $(XXHASH_LIBS) \
  $(ZLIB_LIBS) $(ZSTD_LIBS) $(UMAD_LIBS)
# What weft demo runs; the end-to-end tests have the same simulator.
demodir = $(pkgdatadir)/demo
dist_demo_DATA = tests/e2e/demo.net tests/e2e/demo.py tests/e2e/dumps.py tests/e2e/simulation.py
weft_SOURCES = tools/weft/main.cc
weft_CPPFLAGS = $(AM_CPPFLAGS) $(CLI11_CFLAGS)
weft_LDADD = $(command_libs)

# What the sources are of: what "make dist" wrote into them, or a commit.
revision = cat $(srcdir)/REVISION 2>/dev/null || \
  git -C $(srcdir) describe --always --dirty --abbrev=12 2>/dev/null || echo unknown
tools/weft/revision.h: find-revision
	@$(MKDIR_P) tools/weft
	@line="inline constexpr const char* kRevision = \"`$(revision)`\";"; \
	  test "`cat $@ 2>/dev/null`" = "$$line" || echo "$$line" >$@
.PHONY: find-revision
tools/weft/libcommands_a-version.$(OBJEXT): tools/weft/revision.h
CLEANFILES += tools/weft/revision.h

# What a report is made of, as strings; without Chart.js (configure --without-chart-js) the last one is empty.
page_sources = tools/report/page.html tools/report/page.css tools/report/drawing.css tools/report/elements.js \
  tools/report/find.js tools/report/counters.js tools/report/page.js tools/report/licence.html
EXTRA_DIST += $(page_sources)
page_part = part() { printf 'inline constexpr std::string_view k%s = R"=+=(' "$$1"; test -z "$$2" || cat "$$2"; echo ')=+=";'; }
tools/weft/page_parts.h: $(page_sources) $(CHART_JS) config.status
	$(AM_V_GEN)$(MKDIR_P) tools/weft && { $(page_part); d=$(srcdir)/tools/report; \
	  echo '// Made from tools/report.'; echo '#include <string_view>'; echo 'namespace weft::tool {'; \
	  part PageHtml $$d/page.html; part PageCss $$d/page.css; part DrawingCss $$d/drawing.css; \
	  part ElementsJs $$d/elements.js; part FindJs $$d/find.js; part CountersJs $$d/counters.js; part PageJs $$d/page.js; \
	  part ChartLicence $$d/licence.html; part ChartJs "$(CHART_JS)"; \
	  echo '}'; } >$@-t && mv $@-t $@
CLEANFILES += tools/weft/page_parts.h
tools/weft/libcommands_a-drawing_files.$(OBJEXT) tools/weft/libcommands_a-report_page.$(OBJEXT): \
  tools/weft/page_parts.h
dist-hook:
	{ $(revision); } >$(distdir)/REVISION

# The pages of the manual: prose in doc/man, and the options from where they are defined.
EXTRA_PROGRAMS += manual
manual_SOURCES = tools/manual/manual.cc
manual_CPPFLAGS = $(AM_CPPFLAGS) $(CLI11_CFLAGS)
manual_LDADD = $(command_libs)
made_pages = weft.1 weft-check.1 weft-compare.1 weft-counters.1 weft-demo.1 weft-diff.1 weft-discover.1 weft-doctor.1 weft-export.1 weft-generate.1 weft-migrate.1 weft-plan.1 weft-policy.1 weft-report.1 weft-route.1 \
  weft-trace.1 weft-whatif.1 weft.conf.5
page_templates = doc/man/weft.1.in doc/man/weft-check.1.in doc/man/weft-compare.1.in doc/man/weft-counters.1.in doc/man/weft-demo.1.in doc/man/weft-diff.1.in doc/man/weft-discover.1.in doc/man/weft-doctor.1.in \
  doc/man/weft-export.1.in doc/man/weft-generate.1.in doc/man/weft-migrate.1.in doc/man/weft-plan.1.in doc/man/weft-policy.1.in doc/man/weft-report.1.in doc/man/weft-route.1.in doc/man/weft-trace.1.in doc/man/weft-whatif.1.in \
  doc/man/weft.conf.5.in
EXTRA_DIST += $(page_templates)
dist_man_MANS = doc/man/weft.7
# What is built for another machine cannot run here.
if !CROSS_COMPILING
nodist_man_MANS = $(made_pages)
$(made_pages): manual$(EXEEXT) $(page_templates)
	$(AM_V_GEN)./manual $@ $(srcdir)/doc/man/$@.in >$@-t && mv $@-t $@
CLEANFILES += manual$(EXEEXT) $(made_pages)
endif

# The directory of bash has a file a command, by its name.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = tools/completion/_weft
EXTRA_DIST += tools/completion/weft.bash tools/slurm/whatif.sbatch
install-data-local:
	$(MKDIR_P) $(DESTDIR)$(bashcompletiondir)
	$(INSTALL_DATA) $(srcdir)/tools/completion/weft.bash $(DESTDIR)$(bashcompletiondir)/weft
uninstall-local:
	rm -f $(DESTDIR)$(bashcompletiondir)/weft
