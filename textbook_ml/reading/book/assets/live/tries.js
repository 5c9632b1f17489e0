// Write it yourself: an empty function, a check with the words of the command line, hints.
"use strict";

// What a reader has done, kept in this browser alone; one that keeps nothing lets it be forgotten.
const Progress = (() => {
  const KEY = "textbook_ml";
  let here = {}; // of this visit, where nothing can be kept
  let kept = true;
  function attempted(act) {
    try {
      return act();
    } catch {
      kept = false;
      return null;
    }
  }
  // Anything may be in a store: what is no table of answers counts for nothing.
  function table(text) {
    try {
      const found = JSON.parse(text);
      return found?.constructor === Object ? found : {};
    } catch {
      return {};
    }
  }
  function all() {
    const text = attempted(() => localStorage.getItem(KEY));
    return kept ? table(text) : here;
  }
  function keep(name, more) {
    here = all();
    here[name] = { ...here[name], ...more };
    attempted(() => localStorage.setItem(KEY, JSON.stringify(here)));
  }
  // Of a file, what is of this book and has the right form.
  function add(text, names) {
    const given = table(text);
    const fitting = names.filter((name) => given[name]?.constructor === Object);
    for (const name of fitting) {
      const { source, passed } = given[name];
      keep(name, { ...(typeof source === "string" && { source }), ...(passed === true && { passed }) });
    }
    return fitting.length;
  }
  function erase() {
    here = {};
    attempted(() => localStorage.removeItem(KEY));
  }
  return { all, keep, add, erase, isKept: () => kept };
})();

function mark(card, name) {
  const heading = card.querySelector("h2, h3");
  heading.querySelector(".done")?.remove();
  if (Progress.all()[name]?.passed) {
    heading.append(make("span", { class: "done", text: "✓ written", title: "You have written this" }));
  }
}

function verdict(result) {
  const passed = result.verdict === "passed";
  const box = make("div", { class: `verdict ${passed ? "holds" : "fails"}` });
  box.append(make("strong", { text: `${passed ? "✓" : "✗"} ${result.name}` }));
  for (const note of result.notes) box.append(make("p", { class: "note", text: note }));
  box.append(make("p", { text: result.words }));
  if (result.comment) box.append(make("p", { text: result.comment }));
  if (result.help) box.append(make("p", { class: "help", text: result.help }));
  if (result.counterexample) {
    const { call, expected, got } = result.counterexample;
    box.append(make("pre", { text: `${call}\n  expected  ${expected}\n  got       ${got}` }));
  }
  return box;
}

async function check(name, card, source, output, told) {
  Progress.keep(name, { source });
  const reply = await Python.ask({ task: "check", first: name, second: source }, told);
  if (!reply.answer) {
    const words = reply.ended ? "Your function did not come to an end: is there an endless loop?" : problem(reply);
    output.append(make("div", { class: "verdict fails" }, make("strong", { text: "✗ no answer" }), make("p", { text: words })));
    return "";
  }
  output.append(verdict(reply.answer), ...reply.answer.parts.map(shown));
  if (reply.answer.verdict === "passed" && !reply.answer.comment) {
    Progress.keep(name, { passed: true });
    mark(card, name);
  }
  return "";
}

// Hints unfold one at a time; the last is the solution.
function hints(question, card) {
  const clone = (selector) => {
    const found = card.querySelector(selector)?.cloneNode(true);
    for (const element of found ? [found, ...found.querySelectorAll("[id]")] : []) element.removeAttribute("id");
    return found;
  };
  const steps = question.hints.map((text) => () => make("pre", { class: "plain hint", text }));
  if (clone("pre.session")) steps.push(() => clone("pre.session"));
  steps.push(() => clone("pre.code"));
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

function offer(name, question) {
  const card = document.getElementById(name);
  if (!card) return;
  const open = make("details", { class: "live try" }, make("summary", { text: "Write it yourself" }));
  open.addEventListener("toggle", () => {
    if (!open.open || open.querySelector(".bench")) return;
    const { button, list } = hints(question, card);
    const { whole, field } = workbench({
      text: question.stub,
      label: `Your ${name}`,
      action: "Check",
      act: (source, output, told) => check(name, card, source, output, told),
      more: [button],
    });
    const kept = Progress.all()[name]?.source;
    if (typeof kept === "string") {
      field.value = kept;
      field.dispatchEvent(new Event("input"));
    }
    open.append(whole, list);
    field.focus();
    Python.warm(true).catch(() => {});
  });
  card.querySelector(".beside").after(open);
  mark(card, name);
}

function summary() {
  const home = document.getElementById("page-index");
  if (!home) return;
  const names = Object.keys(globalThis.textbookLive.questions);
  const words = make("span", { role: "status" });
  const tell = () => {
    const known = Progress.all();
    const done = names.filter((name) => known[name]?.passed).length;
    const where = Progress.isKept() ? "in your browser only" : "until you leave, since this browser keeps nothing";
    words.textContent = `You have written ${done} of ${names.length} functions. This is kept ${where}.`;
  };
  const save = () => {
    const file = new Blob([JSON.stringify(Progress.all(), null, 1)], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: "textbook_ml-progress.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const erase = () => {
    if (!confirm("Erase all that you have written in this book?")) return;
    Progress.erase();
    tell();
  };
  const file = make("input", { type: "file", accept: ".json", hidden: "", "aria-label": "A file of progress" });
  file.addEventListener("change", async () => {
    const taken = Progress.add(await file.files[0].text(), names);
    file.value = ""; // the same file can be chosen again
    tell();
    if (!taken) words.textContent = "That file holds no progress in this book.";
  });
  tell();
  (home.parentElement.querySelector(".lead") ?? home).after(
    make("p", { class: "live progress by" }, words,
      make("button", { type: "button", text: "Export", onclick: save }),
      make("button", { type: "button", text: "Import", onclick: () => file.click() }), file,
      make("button", { type: "button", text: "Erase", onclick: erase })),
  );
}

for (const [name, question] of Object.entries(globalThis.textbookLive.questions)) offer(name, question);
summary();
