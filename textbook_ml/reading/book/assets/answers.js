// Exercises: a place to answer each part, with a verdict, hints one by one, and the answer on demand.
"use strict";

const HOW = "Write for example 2 p (1 − p), x^2, sqrt(x), ln(x), exp(x). Any form of the formula is accepted.";
const near = (a, b, share) => Math.abs(a - b) <= share * Math.max(Math.abs(b), 1e-12);

// Judge the numbers of a reader: three digits are enough, whole numbers must be exact.
function judgeNumbers(text, { values }) {
  const given = numbers(text);
  if (given.length !== values.length) {
    const n = values.length === 1 ? "one number" : `${values.length} numbers, separated by commas`;
    return { right: false, words: `The answer is ${n}; you gave ${given.length}.` };
  }
  const wrong = given.findIndex((one, i) => !near(one, values[i], Number.isInteger(values[i]) ? 1e-9 : 1e-3));
  if (wrong < 0) return { right: true, words: "Right." };
  const which = values.length === 1 ? "This" : `Number ${wrong + 1}`;
  if (near(given[wrong], -values[wrong], 1e-3)) return { right: false, words: `${which} has the wrong sign.` };
  if (near(given[wrong], values[wrong], 0.02)) return { right: false, words: `${which} is close. Give at least three correct digits.` };
  return { right: false, words: `${which} is not the right value.` };
}

// Judge a formula by its values at random inputs.
function judgeFormula(text, { symbols, inputs, values, slips }) {
  const own = inputs.map(formula(text, symbols));
  const same = (others) => own.every((value, i) => Math.abs(value - others[i]) <= 1e-9 * Math.max(1, Math.abs(others[i])));
  if (same(values)) return { right: true, words: `Right: equal at ${inputs.length} random inputs.` };
  const slip = slips.find(([, wrong]) => same(wrong));
  if (slip) return { right: false, words: slip[0] };
  const at = own.findIndex((value, i) => !near(value, values[i], 1e-9));
  const where = symbols.map((name) => `${name} = ${inputs[at][name]}`).join(", ");
  const shown = (value) => (Number.isNaN(value) ? "no number" : Number(value.toPrecision(6)));
  return { right: false, words: `At ${where}, your formula gives ${shown(own[at])}; the right value is ${shown(values[at])}.` };
}

function judged(text, part) {
  try {
    return part.symbols ? judgeFormula(text, part) : judgeNumbers(text, part);
  } catch (error) {
    return { right: false, unread: true, words: `This cannot be read as a formula: ${error.message}.` };
  }
}

// A field, a button and a verdict for one part; every keystroke is kept.
function answering(place) {
  const part = JSON.parse(place.dataset.part);
  const key = `answer:${place.id}`;
  const label = place.querySelector("p").textContent;
  const stored = () => Store.all()[key] ?? {};
  const field = make("input", {
    type: "text", "aria-label": `Your answer: ${label}`, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: part.symbols ? `a formula with ${part.symbols.join(", ")}` : part.values.length > 1 ? "numbers, separated by commas" : "a number or a fraction",
    "aria-describedby": `${place.id}-verdict`, ...(part.symbols && { title: HOW }),
  });
  const verdict = make("p", { class: "verdict", id: `${place.id}-verdict`, role: "status", hidden: "" });
  const tell = ({ right, words }) => {
    verdict.hidden = false;
    verdict.className = `verdict ${right ? "holds" : "fails"}`;
    verdict.textContent = `${right ? "✓" : "✗"} ${words}`;
  };
  const form = make("form", { class: "answer" }, field, make("button", { type: "submit", class: "go", text: "Check" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!field.value.trim()) return field.focus();
    const result = judged(field.value, part);
    tell(result);
    Store.keep(key, { answer: field.value, right: result.right, tries: (stored().tries ?? 0) + (result.unread ? 0 : 1) });
    return undefined;
  });
  field.addEventListener("input", () => {
    verdict.hidden = true;
    Store.keep(key, { answer: field.value, right: false });
  });
  const refresh = () => {
    const { answer = "", right } = stored();
    if (field.value !== answer) {
      field.value = answer;
      verdict.hidden = true;
    }
    if (right) tell(judged(answer, part));
  };
  Store.listen(refresh, key);
  place.querySelector("p").after(form, verdict);
  refresh();
}

// A button opens the steps of a solution one by one, another one opens all of them.
function hinting(card) {
  const steps = [...card.querySelectorAll(":scope > .steps > details")];
  const open = (several) => {
    for (const step of several) step.open = true;
    several.at(-1)?.querySelector("summary").focus();
  };
  const next = make("button", { type: "button", onclick: () => open(steps.filter((step) => !step.open).slice(0, 1)) });
  const all = make("button", { type: "button", text: "Show the solution", onclick: () => open(steps) });
  const title = () => {
    const closed = steps.filter((step) => !step.open).length;
    next.textContent = `Hint ${steps.length - closed + 1} of ${steps.length}`;
    next.hidden = all.hidden = closed === 0;
  };
  for (const step of steps) step.addEventListener("toggle", title);
  title();
  card.querySelector(".steps").before(make("p", { class: "bar" }, next, all));
}

// The exercises of this page: mark those whose parts are all answered correctly.
const solvable = [...document.querySelectorAll("article.exercise")];
function solved(card) {
  const entries = Store.all();
  const places = [...card.querySelectorAll("[data-part]")];
  return places.length > 0 && places.every((place) => entries[`answer:${place.id}`]?.right);
}
function markSolved(card) {
  card.querySelector("h2 .done")?.remove();
  if (solved(card)) card.querySelector("h2").append(make("span", { class: "done", text: "✓ solved" }));
}
for (const card of solvable) {
  card.querySelector(".answers")?.prepend(warning());
  for (const place of card.querySelectorAll("[data-part]")) {
    answering(place);
    Store.listen(() => markSolved(card), `answer:${place.id}`);
  }
  hinting(card);
  markSolved(card);
}

// How many answers are right, for the first page.
function answersGiven() {
  const n = Object.entries(Store.all()).filter(([key, one]) => key.startsWith("answer:") && one.right).length;
  return n ? ` and answered ${n} ${n === 1 ? "part" : "parts"} of exercises` : "";
}
