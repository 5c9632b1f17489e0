// The pixels of formulas in a real browser. BOOK is the folder of a book; BROWSER is chromium or
// firefox, and PROGRAM is where it is installed.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import playwright from "playwright-core";

const { BOOK, BROWSER, PROGRAM } = process.env;
const OPTIONS = {
  chromium: { args: ["--no-sandbox"] },
  firefox: { channel: "moz-firefox" }, // the released Firefox, not one that Playwright has changed
};
let browser, page, blank;

before(async () => {
  browser = await playwright[BROWSER].launch({ executablePath: PROGRAM, ...OPTIONS[BROWSER] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  blank = await context.newPage(); // decodes screenshots, which the policy of the book forbids
});
after(() => browser.close());

async function open(name) {
  await page.bringToFront();
  await page.goto(new URL(name, `${pathToFileURL(BOOK)}/`).href);
  await page.evaluate(async () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    await document.fonts.ready;
  });
}

// The dark pixels of a part of the page, as rows of booleans.
async function ink({ left, top, right, bottom }) {
  const [x, y] = [Math.floor(left), Math.floor(top)];
  const clip = { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y };
  const png = (await page.screenshot({ clip })).toString("base64");
  return blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { width, height } = image;
    const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    pen.drawImage(image, 0, 0);
    const bytes = pen.getImageData(0, 0, width, height).data;
    return Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) => bytes[4 * (row * width + column)] < 160));
  }, png);
}

const share = (cells) => cells.filter(Boolean).length / cells.length;

// The positions of the elements of a selector. Each is scrolled into view and enlarged, so that
// a line is more than one pale row of pixels.
async function* places(selector) {
  const n = await page.locator(selector).count();
  for (let i = 0; i < n; i++) {
    yield page.locator(selector).nth(i).evaluate((node) => {
      node.closest("math").style.fontSize = "48px";
      node.scrollIntoView({ block: "center", inline: "center" });
      const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
      return {
        whole: box(node.getBoundingClientRect()),
        inside: [...node.children].map((child) => box(child.getBoundingClientRect())),
        em: parseFloat(getComputedStyle(node).fontSize),
        text: node.closest("math").textContent,
      };
    });
  }
}

// A root has a sign before its content, and a line above it.
async function assertRoot({ whole, inside, em, text }) {
  const first = Math.min(...inside.map((box) => box.left));
  const right = Math.max(...inside.map((box) => box.right));
  assert.ok(first - whole.left > 0.4 * em, `no room for the root sign in ${text}`);
  const rows = await ink({ ...whole, top: whole.top - 1, right });
  const start = Math.round(first - Math.floor(whole.left));
  const height = rows.filter((row) => row.slice(0, start).some(Boolean)).length;
  assert.ok(height > 0.6 * em, `the root sign of ${text} is ${height} px tall`);
  const longest = Math.max(...rows.slice(0, 0.25 * em).map((row) => share(row.slice(start))));
  assert.ok(longest > 0.85, `the line of the root in ${text} covers ${longest} of it`);
}

test("the density of the normal distribution has its root", async () => {
  await open("gaussian.html#normal_pdf");
  let n = 0;
  for await (const place of places("#normal_pdf msqrt")) {
    await assertRoot(place);
    n += 1;
  }
  assert.ok(n > 0);
});

test("every root on every page is drawn", async () => {
  const pages = fs.readdirSync(BOOK).filter((name) => name.endsWith(".html"));
  const rooted = pages.filter((name) => fs.readFileSync(path.join(BOOK, name), "utf8").includes("<msqrt"));
  assert.ok(rooted.length > 1);
  for (const name of rooted) {
    await open(name);
    for await (const place of places("msqrt:visible")) await assertRoot(place);
  }
});

test("brackets have the required height", async () => {
  await open("gaussian.html");
  let n = 0;
  for await (const { whole, em, text } of places('mo[minsize="1.8em"]:visible')) {
    const drawn = await ink({ ...whole, left: whole.left - 1, top: whole.top - 1 });
    const height = drawn.filter((row) => row.some(Boolean)).length;
    assert.ok(height > 1.5 * em, `a bracket of ${text} is ${height} px tall`);
    n += 1;
  }
  assert.ok(n > 0);
});
