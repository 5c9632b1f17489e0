// Python in a worker. The page sends the unpacked files first, then one task at a time.
"use strict";

let answer;
const tell = self.postMessage.bind(self);

// Programs can reach the worker from Python. So the worker removes functions for network access,
// messages and its own termination; it keeps a private reference to `postMessage`.
function seal() {
  const own = ["postMessage", "onmessage", "close", "importScripts", "fetch", "XMLHttpRequest", "WebSocket",
    "EventSource", "WebTransport", "BroadcastChannel", "Worker", "indexedDB", "caches"];
  for (let at = self; at; at = Object.getPrototypeOf(at)) {
    for (const name of own) Reflect.deleteProperty(at, name);
  }
}

async function start({ wasm, library, house, lock }) {
  // Pyodide gets its files from the page, not from a network.
  self.fetch = async () => new Response(library);
  WebAssembly.instantiateStreaming = async (response, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  const quiet = () => {};
  const python = await loadPyodide({
    indexURL: "file:///python/",
    lockFileContents: lock,
    stdin: () => null, // input() raises EOFError
    stdout: quiet,
    stderr: quiet,
  });
  python.unpackArchive(house, "zip", { extractDir: "/house" });
  answer = python.runPython(`
import os, sys
sys.path.insert(0, "/house")
for above in ("/house", "/lib"):  # programs must not change the modules of later programs
    for folder, _, files in os.walk(above):
        os.chmod(folder, 0o555)
        for file in files:
            os.chmod(os.path.join(folder, file), 0o444)
from textbook_ml.reading.book import live

def answer(task, first, second, emit):
    if task in ("check", "warm"):
        from textbook_ml.grading.runner.in_process import check_here
        if task == "warm":
            check_here("evidence", "")
            return "{}"
        return live.check_function(check_here, first, second)
    if task == "explore":
        from textbook_ml.reading.book import pictures
        return pictures.answer_request(first, second)
    return live.run_code(first, second, emit)

answer
`);
}

// Return the last line of an error message; the lines before it are Python's traceback.
function last(error) {
  return String(error.message ?? error).trim().split("\n").at(-1).slice(0, 300);
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.wasm) {
      await start(data);
      seal();
      tell({ ready: true });
    } else {
      const emit = (text) => tell({ id: data.id, text: String(text) }); // output while the code runs
      tell({ id: data.id, answer: JSON.parse(answer(data.task, data.first, data.second, emit)) });
    }
  } catch (error) {
    // The interpreter itself has failed.
    tell({ id: data.id, broken: last(error) });
  }
});
