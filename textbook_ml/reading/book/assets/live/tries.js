// Write it yourself: an empty function, the same check as on the command line, hints.
"use strict";

// The progress of the reader, stored in this browser only (or for this visit, if it cannot store).
const Progress = (() => {
  const KEY = "textbook_ml";
  let here = {}; // progress of this visit, if the browser cannot store anything
  let kept = true;
  function attempted(act) {
    try {
      return act();
    } catch {
      kept = false;
      return null;
    }
  }
  // The stored text may be anything; ignore it if it is not an object.
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
  // Add the valid entries of an imported file; return their number.
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

async function check(name, card, source, output, report) {
  Progress.keep(name, { source });
  const reply = await Python.ask({ task: "check", first: name, second: source }, report);
  if (!reply.answer) {
    const words = reply.ended ? "Your function did not finish. Does it contain an endless loop?" : problem(reply);
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

// Hints open one at a time; the last one is the solution.
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
      act: (source, output, report) => check(name, card, source, output, report),
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
    const where = Progress.isKept()
      ? "This is stored in your browser only."
      : "This is lost when you leave, because your browser does not store it.";
    words.textContent = `You have written ${done} of ${names.length} functions. ${where}`;
  };
  const save = () => {
    const file = new Blob([JSON.stringify(Progress.all(), null, 1)], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: "textbook_ml-progress.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const erase = () => {
    if (!confirm("Erase everything that you have written in this book?")) return;
    Progress.erase();
    tell();
  };
  const file = make("input", { type: "file", accept: ".json", hidden: "", "aria-label": "Progress file to import" });
  file.addEventListener("change", async () => {
    const taken = Progress.add(await file.files[0].text(), names);
    file.value = ""; // the same file can be chosen again
    tell();
    if (!taken) words.textContent = "The file contains no progress for this book.";
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
