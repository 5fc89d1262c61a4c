"""Chromium without a window, as Debian has it, and what it complains of."""

import base64
import contextlib
import json
import pathlib
import tempfile

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

KEYS = Keys


class Browser:
    """A page in Chromium: real keys, the network that it asks for, and what is written to the console."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, page, fragment=""):
        """Opens a file, and waits until its script is through; the milliseconds that took."""
        self.driver.get("about:blank")
        self.driver.get(pathlib.Path(page).resolve().as_uri() + fragment)
        return self.run("""const done = arguments[0];
            const wait = () => document.querySelector("#sections li") ? done(performance.now()) : setTimeout(wait, 5);
            wait();""", waits=True)

    def counts_processor_time(self):
        """For the pages that are opened after this."""
        self.command("Performance.enable", timeDomain="threadTicks")

    def processor_time(self):
        """Milliseconds that the page has taken so far, whatever else the machine does."""
        metrics = self.command("Performance.getMetrics")["metrics"]
        return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def run(self, script, *arguments, waits=False):
        run = self.driver.execute_async_script if waits else self.driver.execute_script
        return run(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def one(self, selector):
        """The first of them, which may be still to come."""
        return self.until(lambda: self.all(selector), selector)[0]

    def until(self, condition, what):
        try:
            return WebDriverWait(self.driver, 5, poll_frequency=0.02).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"after 5 s there is no {what}") from None

    def keys(self, *keys):
        """Presses keys one after the other, wherever the focus is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def shows(self, title):
        """Waits until the view with that title is there; empty: until there is none."""
        self.until(lambda: self.one("#look-h").text == title and self.one("#look").is_displayed() == (title != ""),
                   f"view {title!r}")

    def focused(self):
        return self.driver.switch_to.active_element

    def looks(self, scheme="light", width=1200, height=900):
        """Sets colours and the size of the window, in pixels of CSS. Nothing moves."""
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme},
                                                               {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self):
        """A PNG of the window."""
        return base64.b64decode(self.command("Page.captureScreenshot")["data"])

    def paper(self):
        """The page as it is printed, a PDF."""
        return base64.b64decode(self.command("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"])

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def complaints(self):
        """What the console has since the last call: errors, warnings, what the policy of the page forbids."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]


@contextlib.contextmanager
def chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                         "--disable-background-networking", f"--user-data-dir={profile}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            driver.set_script_timeout(60)
            yield Browser(driver)
        finally:
            driver.quit()
