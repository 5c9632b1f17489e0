// A table of the reader and the width of pictures, in Chromium and in Firefox.
// BOOK contains the book as folder/; BROWSER is chromium or firefox, PROGRAM its path.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import playwright from "playwright-core";

const { BOOK, BROWSER, PROGRAM } = process.env;
const OPTIONS = { chromium: { args: ["--no-sandbox"] }, firefox: { channel: "moz-firefox" } };
const PATIENCE = 90_000;
const folder = (name) => new URL(name, `${pathToFileURL(path.join(BOOK, "folder"))}/`).href;
let browser;

before(async () => {
  browser = await playwright[BROWSER].launch({ executablePath: PROGRAM, ...OPTIONS[BROWSER] });
});
after(() => browser.close());

async function open(name, width = 1280) {
  const page = await (await browser.newContext({ viewport: { width, height: 1080 } })).newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => assert.fail(`${name}: ${error.message}`));
  await page.goto(folder(name));
  return page;
}

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

test("the pictures of a page are after its question and opening", async () => {
  const page = await open("ascent.html");
  const tops = await page.evaluate(() => ["h1", ".question", ".story p:last-child", "#explore-ascent", ".derivation"]
    .map((one) => document.querySelector(one).getBoundingClientRect().top));
  assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
  await page.context().close();
});

test("a broad picture fills the width of a projector", async () => {
  for (const width of [1280, 1920]) {
    const page = await open("ascent.html", width);
    await eventually(async () => {
      const [stage, place] = await page.evaluate(() => [".stage", ".place"]
        .map((one) => document.querySelector(`#explore-ascent ${one}`).clientWidth));
      assert.ok(stage > 0.6 * (width - 300), `${stage} of ${width} pixels`);
      assert.ok(stage >= Math.min(place, 1280), `${stage} of ${place} pixels`);
    });
    await page.context().close();
  }
});

test("a table that was dropped on one picture is shown by the pictures of other pages", async () => {
  const page = await open("ascent.html");
  const rows = ["size,kind", "1,small", "2,small", "3,large", "2.5,small", "4,large", "5,large"].join("\n");
  await page.locator("#explore-ascent").evaluate((figure, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text", text);
    figure.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, rows);
  await page.locator("#explore-ascent .handle.example").nth(5).waitFor();
  await page.goto(folder("gaussian.html"));
  const told = page.locator("#explore-gaussians img.drawn");
  await eventually(async () => assert.match(decodeURIComponent(await told.getAttribute("src")), /size/));
  await page.goto(folder("discriminant.html"));
  await page.getByText("Your table is not shown here: this picture needs 2 columns of numbers").waitFor({ state: "attached" });
  await page.context().close();
});
