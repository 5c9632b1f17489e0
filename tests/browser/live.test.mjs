// What readers do in the live book, in Chromium and in Firefox: pictures, storage, editor, output.
// BOOK contains the book as folder/ and one/; BROWSER is chromium or firefox, PROGRAM its path.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import playwright from "playwright-core";

const { BOOK, BROWSER, PROGRAM } = process.env;
const OPTIONS = { chromium: { args: ["--no-sandbox"] }, firefox: { channel: "moz-firefox" } };
const PATIENCE = 90_000;
const folder = (name) => new URL(name, `${pathToFileURL(path.join(BOOK, "folder"))}/`).href;
const one = pathToFileURL(path.join(BOOK, "one", "index.html")).href;
let browser;

before(async () => {
  browser = await playwright[BROWSER].launch({ executablePath: PROGRAM, ...OPTIONS[BROWSER] });
});
after(() => browser.close());

async function open(href, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => assert.fail(`${href}: ${error.message}`));
  await page.goto(href);
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
const says = (locator, words) => eventually(async () => assert.match(await locator.innerText(), words));
const number = (locator, n) => eventually(async () => assert.equal(await locator.count(), n));

async function figure(page, name) {
  const whole = page.locator(`#explore-${name}`);
  await whole.locator(".stage").scrollIntoViewIfNeeded();
  return { whole, caption: whole.locator("figcaption"), handles: whole.locator(".handle") };
}

async function centre(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

test("a still picture and its text are there without a script", async () => {
  if (BROWSER === "firefox") return; // the driver cannot switch scripts off
  const page = await open(folder("softmax.html"), { javaScriptEnabled: false });
  const { whole, caption } = await figureWithoutScript(page, "softmax");
  assert.ok((await whole.locator("svg").boundingBox()).width > 400);
  await says(caption, /0\.665, 0\.245 and 0\.090/);
  await says(whole.locator(".notice"), /^Notice/);
});

async function figureWithoutScript(page, name) {
  const whole = page.locator(`#explore-${name}`);
  return { whole, caption: whole.locator("figcaption") };
}

test("a handle is dragged with the mouse, and the text follows", async () => {
  const page = await open(folder("losses.html"));
  const { whole, caption, handles } = await figure(page, "losses");
  await says(caption, /At margin 0\.5 /);
  const [x, y] = await centre(handles.first());
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.move(x + 80, y, { steps: 4 });
  await page.mouse.up();
  await says(caption, /At margin 1\.\d/);
  await eventually(async () =>
    assert.equal(await whole.locator("img.drawn").getAttribute("alt"), await caption.innerText()));
  await whole.getByLabel("logarithm to base 2").check();
  await eventually(async () => assert.match(decodeURIComponent(await whole.locator("img").getAttribute("src")), /loss in bits/));
  await whole.getByRole("button", { name: "Undo" }).click();
  await eventually(async () => assert.doesNotMatch(decodeURIComponent(await whole.locator("img").getAttribute("src")), /loss in bits/));
  await page.context().close();
});

test("a handle is moved by touch and with the keyboard", async () => {
  const page = await open(folder("bridge.html"));
  const { caption, handles } = await figure(page, "sigmoid");
  await says(caption, /−2\.00 \+ 2\.00 x\. Along the axis, the two computations agree/);
  const mean = handles.nth(1);
  const [x, y] = await centre(mean);
  await mean.evaluate((node, [fromX, fromY]) => {
    const send = (type, dx) => node.dispatchEvent(new PointerEvent(type, {
      bubbles: true, cancelable: true, pointerType: "touch", pointerId: 7, clientX: fromX + dx, clientY: fromY }));
    node.setPointerCapture = () => {}; // a synthetic pointer cannot be captured
    send("pointerdown", 0);
    for (let dx = 5; dx <= 30; dx += 5) send("pointermove", dx);
    send("pointerup", 30);
  }, [x, y]);
  await says(caption, /\+ (2\.[5-9]|3\.\d)\d* x/);
  await mean.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowLeft");
  await says(caption, /\+ -?[01]\.?\d* x/);
  await page.getByLabel("variances differ").check();
  await says(caption, /they differ by up to 0\.\d+/);
  await page.context().close();
});

test("examples are added, moved, repainted and deleted", async () => {
  const page = await open(folder("discriminant.html"));
  const { whole, caption, handles } = await figure(page, "boundaries");
  await number(handles, 16);
  await whole.getByLabel("class 1", { exact: true }).check();
  const stage = await whole.locator(".stage").boundingBox();
  await page.mouse.click(stage.x + 0.2 * stage.width, stage.y + 0.3 * stage.height);
  await number(handles, 17);
  await says(caption, /of 17 examples/);
  await handles.first().click(); // now it has class 1
  await says(caption, /4 of 17 examples|3 of 17 examples/);
  await handles.first().focus();
  await page.keyboard.press("Delete");
  await number(handles, 16);
  await whole.getByLabel("deleted").check();
  await handles.last().click();
  await number(handles, 15);
  await whole.getByLabel("GDA").check();
  await says(caption, /GDA.*straight line.*log odds/s);
  await whole.getByLabel("show the boundaries of all five").check();
  await eventually(async () => assert.match(decodeURIComponent(await whole.locator("img").getAttribute("src")), /QDA/));
  await page.reload(); // everything is kept
  await says((await figure(page, "boundaries")).caption, /GDA.*of 15 examples/s);
  await page.locator("#explore-boundaries").getByRole("button", { name: "Reset" }).click();
  await says(page.locator("#explore-boundaries figcaption"), /of 16 examples/);
  await page.context().close();
});

test("examples are edited with the keyboard alone", async () => {
  const page = await open(folder("ascent.html"));
  const { whole, caption, handles } = await figure(page, "ascent");
  await number(handles, 5);
  await handles.nth(1).focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("0"); // the student with two hours fails too
  await says(caption, /objective is/);
  await eventually(async () => assert.match(await handles.nth(2).getAttribute("aria-label"), /class failed/));
  await page.keyboard.press("ArrowRight");
  await eventually(async () => assert.match(await handles.nth(2).getAttribute("aria-label"), /at 2\.05/));
  await page.keyboard.press("Delete");
  await number(handles, 4);
  await whole.getByRole("button", { name: "Add an example" }).press("Enter");
  await number(handles, 5);
  await page.context().close();
});

const CSV = "length,width,sort\n" + Array.from({ length: 30 }, (_, i) =>
  `${(4 + i * 0.1 + (i % 3)).toFixed(1)},${(1 + (i % 5) * 0.3 + (i > 14 ? 1 : 0)).toFixed(1)},${i > 14 ? "big" : "small"}`).join("\n");

test("a table of the reader is used by every picture that fits, and stays in the browser", async () => {
  const page = await open(folder("discriminant.html"));
  const { whole, caption, handles } = await figure(page, "boundaries");
  await whole.getByText("Use your own table").click();
  await whole.getByRole("textbox", { name: /paste CSV/ }).fill("only\n");
  await whole.getByRole("button", { name: "Use this table" }).click();
  await eventually(async () => assert.notEqual(await whole.locator(".table .status").innerText(), ""));
  await whole.getByRole("textbox", { name: /paste CSV/ }).fill(CSV);
  await whole.getByRole("button", { name: "Use this table" }).click();
  await says(caption, /of 30 examples/);
  await number(handles, 30);
  await whole.getByText("Your table has 30 rows.").waitFor();
  await page.context().close();
});

test("every keystroke is kept, and a second tab follows", async () => {
  const page = await open(folder("gaussian.html"));
  const card = page.locator("#variance_mvue");
  await card.getByRole("button", { name: "Edit and run" }).click();
  const field = card.locator(".beside .bench textarea");
  await field.fill("x = 1");
  await field.pressSequentially("2345");
  const second = await page.context().newPage();
  await second.goto(folder("gaussian.html"));
  const other = second.locator("#variance_mvue .beside .bench textarea");
  await eventually(async () => assert.equal(await other.inputValue(), "x = 12345"));
  await other.pressSequentially("6");
  await eventually(async () => assert.equal(await field.inputValue(), await other.inputValue()));
  await page.reload();
  await eventually(async () => assert.equal(await field.inputValue(), await other.inputValue()));
  await page.context().close();
});

test("an import asks before it replaces, and an export holds everything", async () => {
  const page = await open(folder("gaussian.html"));
  await page.evaluate(() => localStorage.setItem("textbook_ml", JSON.stringify({ bayes_rule: { source: "mine" } })));
  await page.reload();
  const bring = (table) => page.locator(".work input[type=file]").setInputFiles(
    { name: "progress.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(table)) });
  let asked = "";
  let agree = false;
  page.on("dialog", (dialog) => {
    asked = dialog.message();
    if (agree) dialog.accept();
    else dialog.dismiss();
  });
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem("textbook_ml")));
  await bring({ bayes_rule: { source: "theirs" }, "example:odds:0": { source: "new" } });
  await page.getByText("Imported: 1 new, 0 replaced, 1 kept").waitFor();
  assert.match(asked, /1 entries of the file differ/);
  assert.equal((await stored()).bayes_rule.source, "mine");
  assert.equal((await stored())["example:odds:0"].source, "new");
  agree = true;
  await bring({ bayes_rule: { source: "theirs" } });
  await page.getByText("Imported: 0 new, 1 replaced").waitFor();
  assert.equal((await stored()).bayes_rule.source, "theirs");
  if (BROWSER === "chromium") {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
    assert.deepEqual(JSON.parse(fs.readFileSync(await file.path(), "utf8")), await stored());
  }
  await page.context().close();
});

test("where storage is blocked, the page says so before one types", async () => {
  const page = await open("about:blank");
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get() { throw new Error("denied"); } }));
  await page.goto(folder("missing.html"));
  await page.getByRole("button", { name: "Edit and run" }).first().click();
  await page.locator(".bench .not-kept").first().getByText("does not store your work").waitFor();
  await page.locator(".bench textarea").first().fill("1");
  await page.context().close();
});

test("output is streamed, and a stop and an error are explained", async () => {
  const page = await open(one + "#variance_mvue");
  const card = page.locator("#variance_mvue");
  await card.getByRole("button", { name: "Edit and run" }).click();
  const whole = card.locator(".beside .bench");
  const field = whole.getByRole("textbox");
  await field.fill("import time\nfor i in range(10**9):\n    if i % 100_000 == 0: print('step', i, flush=True)");
  await whole.getByRole("button", { name: "Run" }).click();
  await says(whole.locator(".output"), /step 0/); // while it is running
  await whole.getByRole("button", { name: "Stop" }).click();
  await whole.getByText("Stopped because you pressed Stop.").waitFor();
  assert.match(await whole.locator(".output").innerText(), /step 0/);
  await field.fill("def f(x):\n    return 1 / x\n\nf(0)");
  await whole.getByRole("button", { name: "Run" }).click();
  await whole.getByRole("button", { name: "Go to line 2" }).click();
  await says(whole.locator(".gutter .bad"), /^2$/);
  const chosen = () => field.evaluate((node) => node.value.slice(node.selectionStart, node.selectionEnd));
  await eventually(async () => assert.equal(await chosen(), "    return 1 / x"));
  await field.fill("print('x' * 100_000)");
  await whole.getByRole("button", { name: "Run" }).click();
  await says(whole.locator(".output"), /80,001 more characters are not shown/);
  await page.context().close();
});

test("the editor numbers lines, indents with Tab and matches brackets", async () => {
  const page = await open(folder("gaussian.html"));
  await page.locator("#variance_mvue").getByRole("button", { name: "Edit and run" }).click();
  const whole = page.locator("#variance_mvue .beside .bench");
  const field = whole.getByRole("textbox");
  await field.fill("");
  await field.focus();
  await page.keyboard.type("if True:\nf((1))");
  const holds = (words) => eventually(async () => assert.match(await field.inputValue(), words));
  await holds(/^if True:\n    f\(\(1\)\)$/);
  await number(whole.locator(".gutter span"), 2);
  await eventually(async () =>
    assert.deepEqual(await whole.locator(".backdrop mark").allInnerTexts(), ["(", ")"]));
  await page.keyboard.press("Tab");
  await holds(/f\(\(1\)\) +$/);
  await page.keyboard.press("Shift+Tab");
  await holds(/\nf\(\(1\)\)/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await whole.locator("button.go:focus").waitFor();
  await says(whole.locator(".editing-help"), /press Escape, then Tab/);
  await page.context().close();
});
