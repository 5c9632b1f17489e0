// Write it yourself: an empty function, the same check as on the command line, hints.
"use strict";

function markDone(card, name) {
  const heading = card.querySelector("h2, h3, p");
  heading.querySelector(".done")?.remove();
  if (Store.all()[name]?.passed) {
    heading.append(make("span", { class: "done", text: "✓ written", title: "You have written this function" }));
  }
}

function verdict(result) {
  const passed = result.verdict === "passed";
  const box = make("div", { class: `verdict ${passed ? "holds" : "fails"}` });
  box.append(make("strong", { text: `${passed ? "✓" : "✗"} ${result.name}` }));
  for (const note of result.notes) box.append(make("p", { class: "note", text: note }));
  box.append(make("p", { text: result.words }));
  if (result.comment) box.append(make("p", { text: result.comment }));
  for (const hint of [result.help, result.where]) {
    if (hint) box.append(make("p", { class: "help", text: hint }));
  }
  if (result.counterexample) {
    const { call, expected, got } = result.counterexample;
    box.append(make("pre", { text: `${call}\n  expected  ${expected}\n  got       ${got}` }));
  }
  return box;
}

async function check(name, card, source, output, report, mark) {
  const reply = await Python.ask({ task: "check", first: name, second: source }, report);
  if (!reply.answer) {
    const words = reply.ended
      ? `Your function did not finish: it was stopped ${reply.ended}. Does it contain an endless loop?`
      : problem(reply);
    output.append(make("div", { class: "verdict fails" }, make("strong", { text: "✗ no answer" }), make("p", { text: words })));
    return "";
  }
  output.append(verdict(reply.answer), ...reply.answer.parts.map((part) => shown(part)));
  const line = Number(/\bline (\d+)/.exec(`${reply.answer.where} ${reply.answer.words}`)?.[1]);
  if (line) {
    mark(line);
    const jump = { type: "button", class: "jump", text: `Go to line ${line}`, onclick: () => mark(line, true) };
    output.append(make("button", jump));
  }
  if (reply.answer.verdict === "passed" && !reply.answer.comment) {
    Store.keep(name, { passed: true });
    markDone(card, name);
  }
  return "";
}

// Hints open one at a time; the last one is the solution.
function hints(question, card) {
  const clone = (selector) => {
    const found = card.querySelector(selector)?.cloneNode(true);
    for (const element of found ? [found, ...found.querySelectorAll("[id]")] : []) element.removeAttribute("id");
    return found;
  };
  const steps = question.hints.map((text) => () => make("pre", { class: "plain hint", text }));
  if (clone("pre.session")) steps.push(() => clone("pre.session"));
  steps.push(() => clone("pre.code") ?? card.querySelector("a").cloneNode(true)); // the page that has the code
  const list = make("ol", { class: "hints", "aria-live": "polite" });
  const button = make("button", { type: "button" });
  let given = 0;
  const title = () => {
    const left = steps.length - given;
    button.textContent = left > 1 ? `Hint ${given + 1} of ${steps.length}` : "Show the solution";
    button.hidden = left === 0;
  };
  button.addEventListener("click", () => {
    const hint = make("li", { tabindex: "-1" }, steps[given++]());
    list.append(hint);
    title();
    if (button.hidden) hint.focus();
  });
  title();
  return { button, list };
}

// A place to write a function: on the card of an equation, or in an exercise.
function offer(name, question, card, before) {
  const open = make("details", { class: "live try" }, make("summary", { text: "Write it yourself" }));
  open.addEventListener("toggle", () => {
    if (!open.open || open.querySelector(".bench")) return;
    const { button, list } = hints(question, card);
    const { whole, field } = workbench({
      text: question.stub,
      label: `Your ${name}`,
      action: "Check",
      key: name,
      act: (source, output, report, mark) => check(name, card, source, output, report, mark),
      more: [button],
    });
    open.append(whole, list);
    field.focus();
    Python.warm(true).catch(() => {});
  });
  before.after(open);
  markDone(card, name);
  Store.listen(() => markDone(card, name), name);
}

function summary() {
  const names = Object.keys(globalThis.textbookLive.questions);
  const words = make("span", { role: "status" });
  const tell = () => {
    const known = Store.all();
    const done = names.filter((name) => known[name]?.passed).length;
    const where = Store.isKept() ? "This is stored in your browser only." : NOT_KEPT;
    words.textContent = `You have written ${done} of ${names.length} functions${answersGiven()}. ${where}`;
  };
  Store.listen(tell);
  tell();
  const home = document.getElementById("page-index");
  const line = make("p", { class: "live progress by" }, words, workMenu());
  if (home) (home.parentElement.querySelector(".lead") ?? home).after(line);
  else document.querySelector("footer").append(line);
}

for (const [name, question] of Object.entries(globalThis.textbookLive.questions)) {
  const card = document.getElementById(name);
  if (card) offer(name, question, card, card.querySelector(".beside"));
  const part = document.querySelector(`[data-question="${name}"]`);
  if (part) offer(name, question, part, part.querySelector("p"));
}
summary();
