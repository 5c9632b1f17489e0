// A small editor for Python: line numbers, indentation, matching brackets, and marked lines.
"use strict";

const PAIRS = { "(": ")", "[": "]", "{": "}" };
const OPENING = Object.fromEntries(Object.entries(PAIRS).map(([open, close]) => [close, open]));
const LEAVE = "Tab indents. To leave the editor with the keyboard, press Escape, then Tab.";
let editors = 0;

// Insert text as if it were typed, so that the browser can undo it.
function type(field, text, start, end) {
  field.setSelectionRange(start, end);
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (!done) {
    field.setRangeText(text, start, end, "end");
    field.dispatchEvent(new Event("input"));
  }
}

// The positions of all brackets outside strings and comments, as a map from each to its partner.
function partners(text) {
  const found = new Map();
  const open = [];
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (quote) {
      if (letter === "\\") i++;
      else if (text.startsWith(quote, i)) {
        i += quote.length - 1;
        quote = "";
      } else if (letter === "\n" && quote.length === 1) quote = "";
    } else if (letter === '"' || letter === "'") {
      quote = text.startsWith(letter.repeat(3), i) ? letter.repeat(3) : letter;
      i += quote.length - 1;
    } else if (letter === "#") {
      const end = text.indexOf("\n", i);
      i = end < 0 ? text.length : end;
    } else if (letter in PAIRS) open.push(i);
    else if (letter in OPENING) {
      const from = open.pop();
      if (from !== undefined && text[from] === OPENING[letter]) found.set(from, i).set(i, from);
      else if (from !== undefined) open.push(from);
    }
  }
  return found;
}

function editor(text, label) {
  const help = `editor-help-${++editors}`;
  const field = make("textarea", {
    class: "editor", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
    "aria-label": label, "aria-describedby": help,
  });
  const gutter = make("div", { class: "gutter", "aria-hidden": "true" });
  const backdrop = make("pre", { class: "backdrop", "aria-hidden": "true" });
  const whole = make("div", { class: "coding" }, gutter, make("div", { class: "typing" }, backdrop, field));
  let marked = 0; // the line of an error, or 0
  let leaving = false; // whether the next Tab leaves the field

  function paint() {
    const lines = field.value.split("\n").length;
    field.rows = Math.min(40, lines + 1);
    gutter.replaceChildren(...Array.from({ length: lines }, (_, i) =>
      make("span", { text: i + 1, ...(i + 1 === marked && { class: "bad" }) })));
    const caret = field.selectionStart === field.selectionEnd ? field.selectionStart : -1;
    const pairs = partners(field.value);
    const at = [caret - 1, caret].find((place) => pairs.has(place));
    backdrop.replaceChildren();
    if (at !== undefined && document.activeElement === field) {
      const [from, to] = [at, pairs.get(at)].sort((a, b) => a - b);
      backdrop.append(field.value.slice(0, from), make("mark", { text: field.value[from] }),
        field.value.slice(from + 1, to), make("mark", { text: field.value[to] }), field.value.slice(to + 1), "\n");
    }
    follow();
  }
  function follow() {
    gutter.scrollTop = backdrop.scrollTop = field.scrollTop;
    backdrop.scrollLeft = field.scrollLeft;
  }
  // Indent the selected lines, or remove a level of indentation.
  function shift(back) {
    const { selectionStart: start, selectionEnd: end, value } = field;
    const first = value.lastIndexOf("\n", start - 1) + 1;
    if (start === end && !back) return type(field, " ".repeat(4 - ((start - first) % 4)), start, end);
    const last = value.indexOf("\n", Math.max(start, end - 1));
    const block = value.slice(first, last < 0 ? value.length : last);
    const changed = block.replace(/^/gm, back ? "" : "    ").replace(/^ {1,4}/gm, (all) => (back ? "" : all));
    type(field, changed, first, first + block.length);
    if (start !== end) field.setSelectionRange(first, first + changed.length);
    return undefined;
  }

  field.value = text;
  field.addEventListener("input", () => {
    marked = 0;
    paint();
  });
  field.addEventListener("scroll", follow);
  for (const name of ["keyup", "click", "focus", "blur"]) field.addEventListener(name, paint);
  field.addEventListener("blur", () => { leaving = false; });
  field.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { selectionStart: start, selectionEnd: end } = field;
    const before = field.value.slice(0, start).split("\n").at(-1);
    if (event.key === "Escape") {
      leaving = true;
    } else if (event.key === "Tab" && !leaving) {
      event.preventDefault();
      shift(event.shiftKey);
    } else if (event.key === "Enter") {
      const indent = before.match(/^ */)[0] + (/:\s*(#.*)?$/.test(before) ? "    " : "");
      if (!indent) return;
      event.preventDefault();
      type(field, `\n${indent}`, start, end);
    } else if (event.key === "Backspace" && start === end && /^(    )+$/.test(before)) {
      event.preventDefault();
      type(field, "", start - 4, end);
    }
    if (event.key !== "Escape" && event.key !== "Shift") leaving = false;
  });
  paint();
  // Mark the line of an error; `go` also moves the caret there.
  function mark(line, go = false) {
    marked = line;
    paint();
    if (!go) return;
    const start = field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = field.value.indexOf("\n", start);
    field.focus();
    field.setSelectionRange(start, end < 0 ? field.value.length : end);
    field.scrollTop = (line - 3) * parseFloat(getComputedStyle(field).lineHeight);
  }
  const hint = make("p", { class: "editing-help", id: help, text: LEAVE });
  return { field, whole, hint, mark, set: (value) => {
    field.value = value;
    field.dispatchEvent(new Event("input"));
  } };
}
