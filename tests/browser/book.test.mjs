// Tests of the book in a real browser. The folder BOOK contains it as folder/ and one/.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { BOOK, CHROMIUM } = process.env;
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = (name) => new URL(name, `${pathToFileURL(path.join(BOOK, "folder"))}/`).href;
const one = pathToFileURL(path.join(BOOK, "one", "index.html")).href;
const PATIENCE = 90_000; // Python starts in seconds, but not on every machine
let browser;
const requests = new Set();

async function open(href, { watched = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  if (watched) context.on("request", (request) => requests.add(request.url()));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => assert.fail(`${href}: ${error.message}`));
  await page.goto(href);
  return page;
}

// A page may handle an event after the action has returned. So repeat the check until it passes;
// after the time limit, throw its last error.
async function eventually(check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

const says = (locator, words) => eventually(async () => assert.match(await locator.innerText(), words));
const number = (locator, n) => eventually(async () => assert.equal(await locator.count(), n));
const heading = (page, words) => says(page.locator("h1:visible"), words);

// Press a button and wait for the result. The <wbr> disappears with the previous result.
async function answer(whole, button) {
  const output = whole.locator(".output");
  await output.evaluate((node) => node.append(document.createElement("wbr")));
  await whole.getByRole("button", { name: button }).click();
  await output.locator("wbr").waitFor({ state: "detached" });
  await whole.locator("button.go:not([aria-disabled])").waitFor();
  return output.innerText();
}

async function bench(page, name) {
  const card = page.locator(`#${name}`);
  await card.getByRole("button", { name: "Edit and run" }).click();
  const whole = card.locator(".beside .bench");
  const run = async (source) => {
    if (source !== undefined) await whole.getByRole("textbox").fill(source);
    return answer(whole, "Run");
  };
  return { card, whole, run };
}

async function attempt(page, name) {
  const card = page.locator(`#${name}`);
  await card.getByText("Write it yourself").click();
  const whole = card.locator(".try");
  const check = async (source) => {
    await whole.getByRole("textbox").fill(source);
    return answer(whole, "Check");
  };
  return { whole, check };
}

before(async () => {
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
after(() => browser.close());

test("the book is complete without a script", async () => {
  const page = await open(folder("gaussian.html#mitchell-15"), { javaScriptEnabled: false });
  const formula = page.locator("#mitchell-15 math");
  assert.ok((await formula.boundingBox()).height > 20);
  const card = page.locator("#variance_mvue");
  assert.match(await card.innerText(), /squares_about\(xs, mu\) \/ \(size\(xs\) - 1\)/);
  assert.match(await card.innerText(), /Fraction\(7, 3\)/);
  assert.equal(await page.getByRole("button", { name: "Run" }).count(), 0);
});

test("a single-file book shows all pages without a script", async () => {
  const page = await open(one, { javaScriptEnabled: false });
  assert.ok(await page.locator("#mitchell-15 math").isVisible());
  assert.ok(await page.locator("#err-m-3billion").isVisible());
});

test("a link to an anchor opens its page, and Back returns", async () => {
  const page = await open(folder("index.html"));
  await page.getByRole("link", { name: "Errata" }).first().click();
  await page.waitForURL(/errata\.html$/);
  await page.goto(folder("index.html#mitchell-15"), { waitUntil: "commit" }); // it moves on by itself
  await page.waitForURL(/gaussian\.html#mitchell-15$/);
  await page.goBack();
  await page.waitForURL(/errata\.html$/);
});

test("an unknown anchor shows a message, and an invalid one opens the first page", async () => {
  const page = await open(folder("index.html#nothing-there"));
  await page.getByText("The book has no entry “nothing-there”.").waitFor();
  for (const href of [folder("index.html#%"), `${one}#%`]) {
    await page.goto(href);
    await heading(page, /^Generative/);
  }
});

test("the search works with the keyboard alone", async () => {
  const page = await open(folder("index.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("hallucinated");
  await page.keyboard.press("Enter");
  await page.waitForURL(/search\.html\?q=hallucinated/);
  await says(page.locator("#found"), /^\d+ results? for/);
  const shown = page.locator("#everything li:not([hidden])");
  const n = await shown.count();
  assert.ok(n > 0 && n < 40, `${n} items`);
  await page.getByRole("searchbox").fill("equation (15)");
  await says(shown.first(), /Mitchell §2.4 \(15\)/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/gaussian\.html#mitchell-15/);
  await page.goBack();
  await page.getByRole("searchbox").fill("smoothing");
  await page.keyboard.press("Enter");
  await page.locator("#found:focus").waitFor();
  await page.keyboard.press("Tab");
  await shown.first().locator("a:focus").waitFor();
});

test("an example runs, is edited, and draws", async () => {
  const page = await open(folder("gaussian.html"));
  const { whole, run } = await bench(page, "variance_mvue");
  assert.match(await run(), /Fraction\(7, 3\)/);
  assert.match(await run("variance_mvue([1.0, 3.0], 2.0)"), /^2\.0/);
  assert.match(await run("kept = 1"), /^$/);
  assert.match(await run("kept"), /NameError/, "one run sees another");
  await run("from textbook_ml.study.figures import FIGURES\nFIGURES['losses']()");
  await eventually(async () => assert.ok((await whole.locator("img").boundingBox()).width > 200));
});

test("output of hostile code is shown as text, and a broken Python is replaced", async () => {
  const page = await open(folder("gaussian.html"));
  const { whole, run } = await bench(page, "variance_mvue");
  const script = "<script>document.title = 'taken'</script><img src=x onerror=alert(1)>";
  assert.equal((await run(`print("${script}")`)).trim(), script);
  await run(`class D:\n    def _repr_svg_(self): return "<svg onload='document.title=1'></svg>"\nD()`);
  assert.match(await page.title(), /^For measurements/);
  assert.match(await run("while_ = 'x' * 5_000_000\nprint(while_)"), /are not shown/);
  assert.match(await run("def f(): return f()\nf()"), /RecursionError|was restarted/);
  await run("import builtins\nfor name in list(vars(builtins)): delattr(builtins, name)");
  assert.match(await run("1 + 1"), /^2/);
  await run("import os\nos._exit(3)");
  assert.match(await run("print(2)"), /^2/);
  assert.match(await run("from js import postMessage"), /ImportError/);
  await run("import js\njs.self.onmessage = None\njs.close()");
  assert.match(await run("print(3)"), /^3/);
  assert.match(await run("import shutil\nshutil.rmtree('/house')"), /Permission/);
  assert.match(await run("import textbook_ml.models.softmax_regression\nprint(4)"), /^4/);
  assert.match(await run("input()"), /EOFError/);
  assert.equal(await whole.locator("script").count(), 0);
});

test("no program in the book can access a network", async () => {
  let reached = 0;
  const server = http.createServer((request, response) => {
    reached += 1;
    response.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end("1");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const address = `127.0.0.1:${server.address().port}`;
  const page = await open(folder("missing.html"), { watched: false });
  const { run } = await bench(page, "observed_likelihood");
  const asked = "from js import XMLHttpRequest\nr = XMLHttpRequest.new()\n" +
    `r.open("GET", "http://${address}/", False)\nr.send()`;
  assert.match(await run(asked), /ImportError/);
  assert.match(await run(`from js import importScripts`), /ImportError/);
  assert.match(await run(`from js import WebSocket`), /ImportError/);
  await run(`import js\njs.eval("import('http://${address}/').catch(() => 0)")`);
  const drawn = `<svg xmlns='http://www.w3.org/2000/svg'><image href='http://${address}/'/></svg>`;
  await run(`class D:\n    def _repr_svg_(self): return "${drawn}"\nD()`);
  // Even if the worker could connect, the content security policy of the page forbids it.
  const refused = await page.evaluate((to) => fetch(`http://${to}/`).catch(() => "refused"), address);
  assert.equal(refused, "refused");
  assert.equal(reached, 0);
  server.close();
});

test("Stop ends an endless loop with the keyboard, and the focus stays", async () => {
  const page = await open(folder("gaussian.html"));
  const focused = (words) => page.locator("button:focus", { hasText: words }).waitFor();
  const { whole, run } = await bench(page, "variance_mvue");
  await run("1");
  await whole.getByRole("textbox").fill("");
  await whole.getByRole("textbox").focus();
  await page.keyboard.type("while True:\npass");
  await eventually(async () =>
    assert.equal(await whole.getByRole("textbox").inputValue(), "while True:\n    pass"));
  await page.keyboard.press("Escape"); // then Tab leaves the editor
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await whole.getByText("Running…").waitFor();
  await focused("Run");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await whole.getByText("Stopped because you pressed Stop.").waitFor();
  await focused("Run");
  assert.match(await run("variance_mvue([1.0, 3.0], 2.0)"), /^2\.0/);
});

test("the page works after Stop while Python is starting", async () => {
  const page = await open(folder("missing.html"));
  const { whole, run } = await bench(page, "observed_likelihood");
  await whole.getByRole("textbox").fill("while True: pass"); // Python may have started by then
  await whole.getByRole("button", { name: "Run" }).click();
  await whole.getByRole("button", { name: "Stop" }).click();
  await whole.locator("button.go:not([aria-disabled])").waitFor();
  assert.match(await run("1 + 1"), /^2/);
});

const RIGHT = "def variance_mvue(xs, mu):\n    return sum((x - mu)**2 for x in xs) / (len(xs) - 1)";

for (const [form, href] of [["folder", () => folder("gaussian.html")], ["single page", () => `${one}#variance_mvue`]]) {
  test(`a wrong, a right and an endless answer in the ${form}`, async () => {
    const page = await open(href());
    const { whole, check } = await attempt(page, "variance_mvue");
    const given = () => whole.getByRole("textbox").inputValue();
    await eventually(async () => assert.match(await given(), /xs: list\[float\].*>>> /s));
    const own = await page.locator("#variance_mvue pre.code").innerText();
    assert.match(await check(own), /passed.*not your own work/s, "the chapter's own code");
    assert.match(await check("from textbook_ml.equations.gaussian import variance_mvue"), /load error/);
    assert.match(await check(`import numpy as np\n${RIGHT}`), /passed.*The file imports numpy/s);
    const wrong = await check(RIGHT.replace(" - 1)", ")"));
    assert.match(wrong, /wrong value/);
    assert.match(wrong, /You divide by N, which is \(14\)/);
    assert.match(wrong, /variance_mvue\(\[0, 1\], 0\.5\)/);
    assert.match(await check(RIGHT), /Right on all 50 cases/);
    await whole.getByRole("textbox").fill("def variance_mvue(xs, mu):\n    while True: pass");
    await whole.getByRole("button", { name: "Check" }).click();
    await whole.getByText("Running…").waitFor();
    await whole.getByRole("button", { name: "Stop" }).click();
    await whole.getByText("Does it contain an endless loop?").waitFor();
    assert.match(await check(RIGHT), /Right on all 50 cases/);
    await page.reload();
    await page.locator("#variance_mvue .done").waitFor();
  });
}

test("the book works if the browser stores nothing or invalid data", async () => {
  const denied = () => Object.defineProperty(window, "localStorage", { get() { throw new Error("denied"); } });
  const nonsense = () => localStorage.setItem("textbook_ml", '["<script>"]');
  for (const [prepare, words] of [[denied, /does not store your work/], [nonsense, /in your browser only/]]) {
    const page = await open(folder("index.html"));
    await page.context().addInitScript(prepare);
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await says(page.locator(".progress"), /written 0 of \d+/);
    await says(page.locator(".progress"), words);
    await page.getByRole("button", { name: "Erase" }).click();
    await page.goto(folder("gaussian.html"));
    await page.locator("#variance_mvue").getByText("Write it yourself").click();
    await page.getByRole("button", { name: "Check" }).waitFor();
    await page.context().close();
  }
});

test("hints open one at a time, the solution last", async () => {
  const page = await open(folder("gaussian.html"));
  const { whole } = await attempt(page, "variance_mvue");
  const hints = whole.locator(".hints > li");
  assert.equal(await hints.count(), 0);
  await whole.getByRole("button", { name: /Hint 1/ }).click();
  await number(hints, 1);
  assert.doesNotMatch(await hints.first().innerText(), /squares_about/);
  const title = await whole.getByRole("button", { name: /Hint/ }).innerText();
  const last = Number(title.match(/of (\d+)/)[1]);
  for (let n = 2; n < last; n++) {
    await whole.getByRole("button", { name: `Hint ${n} of ${last}` }).click();
  }
  await whole.getByRole("button", { name: "Show the solution" }).click();
  await number(hints, last);
  await says(hints.last(), /squares_about/);
});

test("progress is shown, exported, erased and imported", async () => {
  const page = await open(folder("index.html"));
  await page.evaluate(() => localStorage.setItem("textbook_ml", '{"bayes_rule": {"passed": true}}'));
  await page.reload();
  await page.getByText("You have written 1 of").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const exported = fs.readFileSync(await file.path(), "utf8");
  assert.match(exported, /bayes_rule/);
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByText("You have written 0 of").waitFor();
  const bring = (text) => page.locator(".work input[type=file]").setInputFiles(
    { name: "progress.json", mimeType: "application/json", buffer: Buffer.from(text) });
  for (const nonsense of ["<script>", "[1]", '{"nothing": 1}']) {
    await bring(nonsense);
    await page.getByText("The file contains no progress for this book.").waitFor();
    await page.reload();
  }
  await bring(exported);
  await page.getByText("You have written 1 of").waitFor();
});

test("the single-file book changes pages, and Back returns", async () => {
  const page = await open(one);
  await heading(page, /^Generative and discriminative classifiers$/);
  await page.getByRole("link", { name: "Errata" }).first().click();
  await heading(page, /^Errata$/);
  await page.goto(`${one}#mitchell-15`);
  await heading(page, /^For measurements/);
  await page.goBack();
  await heading(page, /^Errata$/);
  await page.getByRole("searchbox").fill("laplace");
  await page.keyboard.press("Enter");
  await says(page.locator("#found"), /results? for/);
  await heading(page, /^Index$/);
});

test("every page fits a narrow screen", async () => {
  const page = await open(folder("index.html"), { viewport: { width: 360, height: 740 } });
  for (const name of fs.readdirSync(path.join(BOOK, "folder")).filter((n) => n.endsWith(".html"))) {
    await page.goto(folder(name));
    await page.evaluate(() => document.fonts.ready.then(() => 0));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${name} is ${wide} px wide`);
    const cut = await page.locator(".code, .session").evaluateAll(
      (all) => all.filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== "auto")
        .map((one) => one.textContent));
    assert.deepEqual(cut, [], `code of ${name} neither fits nor scrolls`);
    const shrunk = await page.locator(".explorable img.drawn").evaluateAll(
      (all) => all.filter((one) => one.clientWidth < 0.9 * one.naturalWidth).length);
    assert.equal(shrunk, 0, `a picture of ${name} is shrunk`);
  }
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no serious accessibility problem, ${colorScheme}`, async () => {
    const most = ["index", "gaussian", "mitchell", "exercises", "experiments", "notation"];
    for (const [width, names] of [[360, ["index", "missing"]], [1280, most]]) {
      const page = await open(folder("index.html"), { colorScheme, viewport: { width, height: 900 } });
      for (const name of names) {
        await page.goto(folder(`${name}.html`));
        if (name === "missing") {
          await page.getByText("Write it yourself").first().click();
          await page.getByRole("button", { name: "Edit and run" }).first().click();
        }
        await page.evaluate(axe);
        const found = await page.evaluate(() => globalThis.axe.run());
        const serious = found.violations
          .filter((one) => ["serious", "critical"].includes(one.impact))
          .map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 200)} ${one.nodes[0].failureSummary}`);
        assert.deepEqual(serious, [], `${name} at ${width}`);
      }
      await page.context().close();
    }
  });
}

test("no page sent a request to a network", () => {
  const foreign = [...requests].filter((url) => !/^(file|data|blob):/.test(url));
  assert.deepEqual(foreign, []);
  assert.ok(requests.size > 10);
});
