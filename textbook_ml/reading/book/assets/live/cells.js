// Examples that readers can edit and run.
"use strict";

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

// The input of an interactive session, without prompts and output.
function typed(session) {
  return session
    .split("\n")
    .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
    .map((line) => line.slice(4))
    .join("\n");
}

// Insert text as if it were typed, so that the browser can undo it.
function type(field, text, start, end) {
  field.setSelectionRange(start, end);
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (!done) field.setRangeText(text, start, end, "end");
}

// A text field for code. It grows with its text, indents a new line like the previous one, and
// Backspace removes a whole level of indentation. Tab moves the focus, as everywhere on a page.
function editor(text, label) {
  const field = make("textarea", {
    class: "editor", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": label,
  });
  const grow = () => {
    field.rows = Math.min(40, field.value.split("\n").length + 1);
  };
  field.value = text;
  field.addEventListener("input", grow);
  field.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { selectionStart: start, selectionEnd: end } = field;
    const before = field.value.slice(0, start).split("\n").at(-1);
    if (event.key === "Enter") {
      const indent = before.match(/^ */)[0] + (/:\s*$/.test(before) ? "    " : "");
      if (!indent) return;
      event.preventDefault();
      type(field, `\n${indent}`, start, end);
    } else if (event.key === "Backspace" && start === end && /^(    )+$/.test(before)) {
      event.preventDefault();
      type(field, "", start - 4, end);
    }
    grow();
  });
  grow();
  return field;
}

// One part of the output. Text is shown as text and a drawing as an image, so no script can run.
function shown(part) {
  if (part.kind !== "drawing") return make("pre", { class: part.kind, text: part.text });
  const image = make("img", { alt: "Figure drawn by the code", class: "drawn" });
  image.src = `data:image/svg+xml,${encodeURIComponent(part.text)}`;
  return image;
}

function problem(reply) {
  if (reply.ended) return "Stopped. Python was restarted.";
  return `Python stopped with an error and was restarted: ${reply.broken}`;
}

// A text field, buttons and an output area; `act` sends the task and shows the result.
function workbench({ text, label, action, act, more = [] }) {
  const field = editor(text, label);
  const status = make("p", { class: "status", role: "status" });
  const output = make("div", { class: "output", "aria-live": "polite" });
  const stop = make("button", { type: "button", text: "Stop", hidden: "", onclick: () => Python.stop() });
  const go = make("button", { type: "button", class: "go", text: action });
  async function perform() {
    if (go.ariaDisabled) return;
    go.ariaDisabled = "true"; // the attribute `disabled` would take away the focus
    stop.hidden = false;
    output.replaceChildren();
    let message = "";
    try {
      message = (await act(field.value, output, (words) => { status.textContent = words; })) ?? "";
    } catch (error) {
      message = `Python could not be started: ${error.message}.`;
    }
    status.textContent = message;
    go.ariaDisabled = null;
    if (document.activeElement === stop) go.focus();
    stop.hidden = true;
  }
  go.addEventListener("click", perform);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      perform();
    }
  });
  const reset = make("button", {
    type: "button", text: "Reset",
    onclick: () => {
      field.value = text;
      field.dispatchEvent(new Event("input"));
      output.replaceChildren();
      status.textContent = "";
      field.focus();
    },
  });
  const bar = make("div", { class: "bar" }, go, stop, reset, ...more);
  return { field, output, status, whole: make("div", { class: "live bench" }, field, bar, status, output) };
}

async function run(source, module, output, report) {
  const reply = await Python.ask({ task: "run", first: source, second: module }, report);
  if (!reply.answer) return problem(reply);
  const parts = reply.answer.parts;
  output.append(...parts.map(shown));
  if (!reply.answer.clean) return "This run changed Python itself. The next run starts a new Python.";
  return parts.length ? "" : "Done. Nothing was printed.";
}

function enliven(session) {
  const name = session.closest("[id]")?.id ?? "this page";
  const edit = make("button", { type: "button", class: "live edit", text: "Edit and run" });
  edit.addEventListener("click", () => {
    const { whole, field } = workbench({
      text: typed(session.textContent),
      label: `Editable example of ${name}`,
      action: "Run",
      act: (source, output, report) => run(source, session.dataset.module, output, report),
    });
    edit.replaceWith(whole);
    field.focus();
    Python.warm(false).catch(() => {});
  });
  session.after(edit);
}

for (const session of document.querySelectorAll("pre.session[data-module]")) enliven(session);
