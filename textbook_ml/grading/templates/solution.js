@OPENING@
"use strict";

@FUNCTIONS@

// The rest of the file reads calls and writes answers. You need not change it.
// A line {"call": "f", "args": [1, 2]} is answered with {"value": 3}.

const functions = { @NAMES@ };

function received(key, value) {
  const special = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };
  return typeof value === "string" && value in special ? special[value] : value;
}

function sent(key, value) {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

function answer(line) {
  try {
    const { call, args } = JSON.parse(line, received);
    if (!(call in functions)) return { error: "unknown function " + call, type: "ReferenceError" };
    const value = functions[call](...args);
    return { value: value === undefined ? null : value };
  } catch (error) {
    const known = error instanceof Error;
    return { error: known ? error.message : String(error), type: known ? error.name : "Error" };
  }
}

function notWritten() {
  const error = new Error("not written yet");
  error.name = "NotImplementedError";
  return error;
}

console.log = console.error; // standard output is only for answers
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(JSON.stringify(answer(line), sent) + "\n"));
