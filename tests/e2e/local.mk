# The end-to-end tests run the stock opensm on ibsim: "make check-e2e", or ./quickstart check.
EXTRA_DIST += \
  tests/e2e/browser.py \
  tests/e2e/campaign.py \
  tests/e2e/chains.py \
  tests/e2e/conftest.py \
  tests/e2e/counted.py \
  tests/e2e/groups.py \
  tests/e2e/join_group.py \
  tests/e2e/judge.py \
  tests/e2e/path_sls.py \
  tests/e2e/prometheus.py \
  tests/e2e/sa_client.py \
  tests/e2e/schema.py \
  tests/e2e/test_adaptive.py \
  tests/e2e/test_auto.py \
  tests/e2e/test_balance.py \
  tests/e2e/test_bench.py \
  tests/e2e/test_cabling.py \
  tests/e2e/test_campaign.py \
  tests/e2e/test_chain.py \
  tests/e2e/test_changes.py \
  tests/e2e/test_demo.py \
  tests/e2e/test_diagnostics.py \
  tests/e2e/test_compare.py \
  tests/e2e/test_conf.py \
  tests/e2e/test_counters.py \
  tests/e2e/test_congestion.py \
  tests/e2e/test_details.py \
  tests/e2e/test_diff.py \
  tests/e2e/test_discover.py \
  tests/e2e/test_doctor.py \
  tests/e2e/test_documents.py \
  tests/e2e/test_dragonfly.py \
  tests/e2e/test_drain.py \
  tests/e2e/test_export.py \
  tests/e2e/test_fabrics.py \
  tests/e2e/test_failures.py \
  tests/e2e/test_flapping.py \
  tests/e2e/test_file_engine.py \
  tests/e2e/test_ftree.py \
  tests/e2e/test_headers.py \
  tests/e2e/test_hostile_names.py \
  tests/e2e/test_hypercube.py \
  tests/e2e/test_judge.py \
  tests/e2e/test_lane_engines.py \
  tests/e2e/test_lanes.py \
  tests/e2e/test_lid_matrix.py \
  tests/e2e/test_loading.py \
  tests/e2e/test_manual.py \
  tests/e2e/test_metrics.py \
  tests/e2e/test_migrate.py \
  tests/e2e/test_multicast.py \
  tests/e2e/test_multipath.py \
  tests/e2e/test_no_memory.py \
  tests/e2e/test_options.py \
  tests/e2e/test_plan.py \
  tests/e2e/test_plan_diff.py \
  tests/e2e/test_pqft.py \
  tests/e2e/test_ranks.py \
  tests/e2e/test_repair.py \
  tests/e2e/test_progress.py \
  tests/e2e/test_report.py \
  tests/e2e/test_report_page.py \
  tests/e2e/test_restart.py \
  tests/e2e/test_schema.py \
  tests/e2e/test_slurm.py \
  tests/e2e/test_standby.py \
  tests/e2e/test_status.py \
  tests/e2e/test_stock_minhop.py \
  tests/e2e/test_stock_options.py \
  tests/e2e/test_suggest.py \
  tests/e2e/test_tool.py \
  tests/e2e/test_trace.py \
  tests/e2e/test_torus.py \
  tests/e2e/test_torus_lanes.py \
  tests/e2e/test_updown.py \
  tests/e2e/test_vendor.py \
  tests/e2e/test_whatif.py \
  tests/e2e/topology_conf.py \
  tests/e2e/total.py

# A thousand random sequences of faults, judged after each: hours. SEEDS=1-100 for fewer.
SEEDS = 1-1000
.PHONY: campaign
campaign: all
	WEFT_BUILD=$(abs_builddir) $(PYTHON3) $(srcdir)/tests/e2e/campaign.py --seeds $(SEEDS)

.PHONY: check-e2e
check-e2e: all $(check_LTLIBRARIES) $(bench_programs) $(bench_modules)
	WEFT_BUILD=$(abs_builddir) $(PYTHON3) -m pytest -q -p no:cacheprovider -n 3 --dist loadfile \
	  $(srcdir)/tests/e2e
