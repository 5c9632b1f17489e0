// Examples that readers can edit and run.
"use strict";

// The input of an interactive session, without prompts and output.
function typed(session) {
  return session
    .split("\n")
    .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
    .map((line) => line.slice(4))
    .join("\n");
}

// One part of the output. Text is shown as text and a drawing as an image, so no script can run.
// `go` moves the caret to the line of an error.
function shown(part, go) {
  if (part.kind === "error" && part.line && go) {
    const line = Number(part.line);
    const jump = make("button", { type: "button", class: "jump", text: `Go to line ${line}`, onclick: () => go(line) });
    return make("div", { class: "failed" }, make("pre", { class: "error", text: part.text }), jump);
  }
  if (part.kind !== "drawing") return make("pre", { class: part.kind, text: part.text });
  const image = make("img", { alt: "Figure drawn by the code", class: "drawn" });
  image.src = `data:image/svg+xml,${encodeURIComponent(part.text)}`;
  return image;
}

function problem(reply) {
  if (reply.ended) return `Stopped ${reply.ended}. Python was restarted; the output so far is shown.`;
  return `Python stopped with an error and was restarted: ${reply.broken}`;
}

// An editor, buttons and an output area; `act` sends the task and shows the result. The code is stored
// under `key` with every keystroke, and follows changes in other tabs.
function workbench({ text, key, label, action, act, more = [] }) {
  const stored = () => Store.all()[key]?.source;
  const { field, whole: coding, hint, mark, set } = editor(stored() ?? text, label);
  const status = make("p", { class: "status", role: "status" });
  const output = make("div", { class: "output", "aria-live": "polite" });
  const stop = make("button", { type: "button", text: "Stop", hidden: "", onclick: () => Python.stop() });
  const go = make("button", { type: "button", class: "go", text: action });
  async function perform() {
    if (go.ariaDisabled) return;
    go.ariaDisabled = "true"; // the attribute `disabled` would take away the focus
    stop.hidden = false;
    output.replaceChildren();
    mark(0);
    let message = "";
    try {
      message = (await act(field.value, output, (words) => { status.textContent = words; }, mark)) ?? "";
    } catch (error) {
      message = `Python could not be started: ${error.message}.`;
    }
    status.textContent = message;
    go.ariaDisabled = null;
    if (document.activeElement === stop) go.focus();
    stop.hidden = true;
  }
  go.addEventListener("click", perform);
  field.addEventListener("input", () => {
    if (field.value !== (stored() ?? text)) Store.keep(key, { source: field.value });
  });
  Store.listen(() => {
    const source = stored() ?? text;
    if (source !== field.value) set(source);
  }, key);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      perform();
    }
  });
  const reset = make("button", {
    type: "button", text: "Reset",
    onclick: () => {
      if (field.value !== text && !confirm("Replace your code by the original?")) return;
      set(text);
      output.replaceChildren();
      status.textContent = "";
      field.focus();
    },
  });
  const bar = make("div", { class: "bar" }, go, stop, reset, ...more);
  const whole = make("div", { class: "live bench" }, warning(), coding, hint, bar, status, output);
  return { field, output, status, whole };
}

// Show the output while the code runs; the answer replaces it.
function streaming(output) {
  let box = null;
  return (text) => {
    if (!box) output.append(box = make("pre", { class: "text" }));
    box.textContent += text;
  };
}

async function run(source, module, output, report, mark) {
  const reply = await Python.ask({ task: "run", first: source, second: module }, report, streaming(output));
  if (!reply.answer) return problem(reply);
  const parts = reply.answer.parts;
  output.replaceChildren(...parts.map((part) => shown(part, (line) => mark(line, true))));
  const failed = parts.find((part) => part.line);
  if (failed) mark(Number(failed.line));
  if (!reply.answer.clean) return "This run changed Python itself. The next run starts a new Python.";
  return parts.length ? "" : "Done. Nothing was printed.";
}

function enliven(session, place) {
  const name = session.closest("[id]")?.id ?? "this page";
  const key = `example:${name}:${place}`;
  const edit = make("button", { type: "button", class: "live edit", text: "Edit and run" });
  const open = () => {
    const { whole, field } = workbench({
      text: typed(session.textContent),
      key,
      label: `Editable example of ${name}`,
      action: "Run",
      act: (source, output, report, mark) => run(source, session.dataset.module, output, report, mark),
    });
    edit.replaceWith(whole);
    return field;
  };
  edit.addEventListener("click", () => {
    open().focus();
    Python.warm(false).catch(() => {});
  });
  session.after(edit);
  if (Store.all()[key]) open(); // the reader has changed this example before
}

const places = new Map(); // how many examples each element with an id has so far
for (const session of document.querySelectorAll("pre.session[data-module]")) {
  const home = session.closest("[id]");
  const place = places.get(home) ?? 0;
  places.set(home, place + 1);
  enliven(session, place);
}
