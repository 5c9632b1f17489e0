// Short formulas that readers type, such as “ln(p / (1 − p))”: parsed and evaluated without Python.
"use strict";

const FUNCTIONS = {
  ln: Math.log, log: Math.log, exp: Math.exp, sqrt: Math.sqrt, abs: Math.abs,
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
};
const CONSTANTS = { pi: Math.PI, e: Math.E };
const SPELLED = { "√": " sqrt ", "π": "pi", "σ": " sigmoid ", "−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "[": "(", "]": ")" };
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉";

// Other ways to write the same: “x²” is “x^2”, and “x₁” is “x1”.
function spelled(text) {
  return [...text.normalize("NFC").replace(/\*\*/g, "^")].map((letter) => {
    if (RAISED.includes(letter)) return `^${RAISED.indexOf(letter)}`;
    if (LOWERED.includes(letter)) return String(LOWERED.indexOf(letter));
    return SPELLED[letter] ?? letter;
  }).join("");
}

// A run of letters is a known name, or several of them: “nK” is n times K.
function namesIn(run, known) {
  if (!run) return [];
  for (let end = run.length; end > 0; end--) {
    const name = run.slice(0, end);
    if (!known.has(name)) continue;
    try {
      return [name, ...namesIn(run.slice(end), known)];
    } catch {} // try a shorter name
  }
  throw new Error(`“${run}” is not one of the symbols of this formula`);
}

function tokens(text, symbols) {
  const known = new Set([...symbols, ...Object.keys(FUNCTIONS), ...Object.keys(CONSTANTS)]);
  const found = [];
  const pattern = /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|(\p{L}[\p{L}\p{M}\d]*)|(.))/suy;
  for (let one; (one = pattern.exec(text.trimEnd())) !== null;) {
    const [, number, run, mark] = one;
    if (number) found.push({ number: Number(number) });
    else if (run) found.push(...namesIn(run, known).map((name) => ({ name })));
    else if ("+-*/^()".includes(mark)) found.push({ mark });
    else throw new Error(`the character “${mark}” has no meaning here`);
    if (found.length > 400) throw new Error("the formula is too long");
  }
  return found;
}

// Return a function from the values of the symbols to the value of the formula. Throw an Error with the reason if
// the text is not a formula.
function formula(text, symbols = []) {
  const left = tokens(spelled(text), symbols);
  const is = (mark) => left[0]?.mark === mark;
  const take = (mark) => is(mark) && Boolean(left.shift());
  const starts = () => left.length > 0 && (left[0].mark === undefined || is("("));

  function sum() {
    let value = product();
    for (;;) {
      const before = value;
      if (take("+")) {
        const next = product();
        value = (at) => before(at) + next(at);
      } else if (take("-")) {
        const next = product();
        value = (at) => before(at) - next(at);
      } else return value;
    }
  }
  function product() {
    let value = signed();
    let divided = false;
    for (;;) {
      const before = value;
      if (take("*")) {
        const next = signed();
        value = (at) => before(at) * next(at);
        divided = false;
      } else if (take("/")) {
        const next = signed();
        value = (at) => before(at) / next(at);
        divided = true;
      } else if (starts()) {
        if (divided) throw new Error("“a / b c” can mean two things: write a / (b c), or (a / b) c");
        const next = signed();
        value = (at) => before(at) * next(at);
      } else return value;
    }
  }
  function signed() {
    if (take("+")) return signed();
    if (!take("-")) return power();
    const value = signed();
    return (at) => -value(at);
  }
  function power() {
    const base = single();
    if (!take("^")) return base;
    const exponent = signed();
    return (at) => base(at) ** exponent(at);
  }
  function single() {
    const one = left.shift();
    if (!one) throw new Error("the formula is not complete");
    if (one.number !== undefined) return () => one.number;
    if (one.mark === "(") {
      const inside = sum();
      if (!take(")")) throw new Error("a closing bracket is missing");
      return inside;
    }
    if (one.mark) throw new Error(`“${one.mark}” is at the wrong place`);
    if (symbols.includes(one.name)) return (at) => at[one.name];
    if (one.name in CONSTANTS) return () => CONSTANTS[one.name];
    const argument = is("(") ? single() : power();
    return (at) => FUNCTIONS[one.name](argument(at));
  }
  const value = sum();
  if (left.length) throw new Error(is(")") ? "an opening bracket is missing" : `“${left[0].mark}” is at the wrong place`);
  return value;
}

// Numbers separated by commas, in brackets or not: “(1/2, 0.3)”. Each may be a formula without symbols.
function numbers(text) {
  let depth = 0;
  const parts = [""];
  for (const letter of text.trim().replace(/^\((.*,.*)\)$/s, "$1").replace(/[[\];]/g, (mark) => (mark === ";" ? "," : ""))) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => formula(part)({}));
}
