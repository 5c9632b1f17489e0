// Every page is accessible, and the boxes of six pages are where layout.json says, in Chromium and in Firefox.
// BOOK is the folder of a book; BROWSER is chromium or firefox, PROGRAM its path. LAYOUT=write stores the boxes.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import playwright from "playwright-core";

const { BOOK, BROWSER, PROGRAM, LAYOUT } = process.env;
const OPTIONS = { chromium: { args: ["--no-sandbox"] }, firefox: { channel: "moz-firefox" } };
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const stored = new URL("layout.json", import.meta.url);
const PAGES = ["index", "gaussian", "ascent", "mitchell", "exercises", "search"];
const BOXES = ["header", "header form", "body > nav", "h1", ".lead", ".story", ".explorable", ".explorable .stage", ".map",
  ".card", ".card .beside", ".entry", ".answers", ".answer input", ".index", ".turn"];
const SLACK = 20; // pixels: a scroll bar, and the digits of another font
let browser;

before(async () => {
  browser = await playwright[BROWSER].launch({ executablePath: PROGRAM, ...OPTIONS[BROWSER] });
});
after(() => browser.close());

const at = (name) => new URL(`${name}.html`, `${pathToFileURL(BOOK)}/`).href;

// The left and right edge of the first visible box of each kind, in the order from top to bottom.
async function boxes(page, name) {
  await page.goto(at(name));
  await page.evaluate(() => document.fonts.ready.then(() => 0));
  return page.evaluate((selectors) => {
    const found = selectors.flatMap((selector) => {
      const one = [...document.querySelectorAll(selector)].find((node) => node.getClientRects().length);
      return one ? [[selector, one.getBoundingClientRect()]] : [];
    });
    found.sort(([, a], [, b]) => a.top - b.top);
    return found.map(([selector, box]) => [selector, Math.round(box.left), Math.round(box.right)]);
  }, BOXES);
}

for (const width of [390, 1280, 1920]) {
  test(`the boxes of six pages, ${width} pixels wide`, async () => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const known = fs.existsSync(stored) ? JSON.parse(fs.readFileSync(stored, "utf8")) : {};
    for (const name of PAGES) {
      const found = await boxes(page, name);
      const key = `${name} ${width}`;
      if (LAYOUT === "write") known[key] = found;
      const expected = new Map(known[key].map(([selector, left, right]) => [selector, [left, right]]));
      assert.deepEqual(found.map(([selector]) => selector).sort(), [...expected.keys()].sort(), key);
      for (const [selector, left, right] of found) {
        const [l, r] = expected.get(selector);
        const words = `${key}: ${selector} is from ${left} to ${right}; layout.json has ${l} to ${r}`;
        assert.ok(Math.abs(left - l) <= SLACK && Math.abs(right - r) <= SLACK, words);
        assert.ok(left >= -1 && right <= width + 1, `${key}: ${selector} leaves the page`);
      }
    }
    if (LAYOUT === "write") {
      const lines = Object.entries(known).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
      fs.writeFileSync(stored, `{\n${lines.join(",\n")}\n}\n`);
    }
    await context.close();
  });
}

test("axe finds no serious accessibility problem on any page", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const names = fs.readdirSync(BOOK).filter((name) => name.endsWith(".html"));
  assert.ok(names.length > 20, `${names.length} pages`);
  for (const name of names) {
    await page.goto(at(path.basename(name, ".html")));
    await page.evaluate(axe);
    const contrast = PAGES.includes(path.basename(name, ".html")); // slow, and the colours are the same everywhere
    const found = await page.evaluate((enabled) => globalThis.axe.run(
      { exclude: [["math"]] }, { resultTypes: ["violations"], rules: { "color-contrast": { enabled } } }), contrast);
    const serious = found.violations
      .filter((one) => ["serious", "critical"].includes(one.impact))
      .map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 200)} ${one.nodes[0].failureSummary}`);
    assert.deepEqual(serious, [], name);
  }
  await context.close();
});

test("axe finds no serious accessibility problem in lecture mode", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(at("gaussian"));
  await page.keyboard.press("l");
  await page.locator(".lecture-bar").waitFor();
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 200)}`), []);
  await context.close();
});
