// Python interpreters: one in use, and a spare one that replaces it when it must be ended.
"use strict";

const Python = (() => {
  const LIMIT = { run: 60, check: 20, explore: 20 }; // time limit of a task in seconds
  let parts; // the files of an interpreter, unpacked once
  let present = null; // promise of the interpreter in use
  let spare = null; // promise of the spare interpreter
  let awake = false; // whether the interpreter in use has started
  let busy = Promise.resolve();

  // In a folder the runtime is a separate script; in a single page it is part of the page.
  async function packed() {
    const inside = document.getElementById("runtime");
    if (inside) return JSON.parse(inside.textContent);
    await new Promise((done, failed) => {
      const script = Object.assign(document.createElement("script"), { src: "runtime.js" });
      script.onload = done;
      script.onerror = () => failed(new Error("the file runtime.js is missing; write the book again"));
      document.head.append(script);
    });
    return globalThis.textbookRuntime;
  }

  async function unpack() {
    const text = await packed();
    const [program, wasm, library, house, lock] = await Promise.all(
      ["program", "wasm", "library", "house", "lock"].map((name) => unpacked(text[name])),
    );
    globalThis.textbookRuntime = undefined;
    return {
      program: URL.createObjectURL(new Blob([program], { type: "text/javascript" })),
      sent: {
        wasm: await WebAssembly.compile(wasm),
        library,
        house,
        lock: new TextDecoder().decode(lock),
      },
    };
  }

  class Interpreter {
    constructor(program, sent) {
      this.worker = new Worker(program);
      this.waiting = new Map();
      this.ready = new Promise((done, failed) => {
        this.fail = failed;
        this.worker.onmessage = ({ data }) => {
          if (data.ready) done();
          else if (data.id === undefined) failed(new Error(data.broken));
          else if (data.text !== undefined) this.waiting.get(data.id)?.stream(data.text);
          else this.waiting.get(data.id)?.done(data);
        };
        this.worker.onerror = (event) => failed(new Error(event.message));
      });
      this.ready.catch(() => {});
      this.worker.postMessage(sent);
    }

    ask(message, stream = () => {}) {
      const id = crypto.getRandomValues(new Uint32Array(1))[0];
      return new Promise((done) => {
        this.waiting.set(id, { done, stream });
        this.worker.postMessage({ id, ...message });
      });
    }

    // End the worker; `why` explains to the reader what ended it.
    end(why) {
      this.worker.terminate();
      this.fail(new Error("it was stopped while starting"));
      for (const { done } of this.waiting.values()) done({ ended: why });
    }
  }

  async function fresh() {
    parts ??= unpack();
    const { program, sent } = await parts;
    return new Interpreter(program, sent);
  }

  function interpreter() {
    if (!present) {
      present = spare ?? fresh();
      spare = null;
    }
    return present;
  }

  // End the interpreter in use, replace it by the spare one, and start a new spare one.
  function replace(why) {
    present?.then((old) => old.end(why), () => {});
    present = spare;
    spare = null;
    awake = false;
    prepare();
  }

  async function prepare() {
    await new Promise((done) => setTimeout(done, 300));
    spare ??= fresh();
    spare.catch(() => { spare = null; });
  }

  async function perform(message, report, stream) {
    if (!awake) report("Starting Python (takes a few seconds)…");
    const mine = interpreter();
    try {
      var at = await mine;
      await at.ready;
    } catch (error) {
      if (mine === present) present = null;
      throw error;
    }
    awake = true;
    report("Running…");
    const seconds = LIMIT[message.task];
    const limit = setTimeout(
      () => mine === present && replace(`after ${seconds} seconds, the time limit`), 1000 * seconds);
    const reply = await at.ask(message, stream);
    clearTimeout(limit);
    const spoilt = !reply.ended && (reply.broken || !reply.answer.clean);
    if (spoilt && mine === present) replace("because the code changed Python");
    else if (!spare) prepare();
    return reply;
  }

  // Run one task at a time; `report` receives status messages, `stream` the output so far.
  function ask(message, report, stream) {
    const turn = busy.then(() => perform(message, report, stream));
    busy = turn.catch(() => {});
    return turn;
  }

  // Start Python while the reader is still typing; with `questions`, also load the checker.
  async function warm(questions) {
    const at = await interpreter();
    await at.ready;
    if (questions) at.ask({ task: "warm" });
  }

  return { ask, warm, stop: () => replace("because you pressed Stop") };
})();
