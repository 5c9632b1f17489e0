// Interpreters: one that works, and a spare that takes over when it has to be ended.
"use strict";

const Python = (() => {
  const LIMIT = { run: 60, check: 20, explore: 20 }; // seconds before a task is ended
  let parts; // what all interpreters are made of, unpacked once
  let present = null; // the interpreter that works, and the spare: promises, since both take time
  let spare = null;
  let awake = false; // has the present one answered before?
  let busy = Promise.resolve();

  async function unpacked(text) {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  // In a folder the runtime is a script beside the pages, in a single page it is inside.
  async function packed() {
    const inside = document.getElementById("runtime");
    if (inside) return JSON.parse(inside.textContent);
    await new Promise((done, failed) => {
      const script = Object.assign(document.createElement("script"), { src: "runtime.js" });
      script.onload = done;
      script.onerror = () => failed(new Error("runtime.js is not there: write the book again"));
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
          else this.waiting.get(data.id)?.(data);
        };
        this.worker.onerror = (event) => failed(new Error(event.message));
      });
      this.ready.catch(() => {});
      this.worker.postMessage(sent);
    }

    ask(message) {
      const id = crypto.getRandomValues(new Uint32Array(1))[0];
      return new Promise((done) => {
        this.waiting.set(id, done);
        this.worker.postMessage({ id, ...message });
      });
    }

    end() {
      this.worker.terminate();
      this.fail(new Error("it was stopped on the way"));
      for (const done of this.waiting.values()) done({ ended: true });
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

  // The one that works is ended; the spare is there at once, and gets a spare of its own.
  function replace() {
    present?.then((old) => old.end(), () => {});
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

  async function perform(message, told) {
    if (!awake) told("Starting Python: a few seconds, once…");
    const mine = interpreter();
    try {
      var at = await mine;
      await at.ready;
    } catch (error) {
      if (mine === present) present = null;
      throw error;
    }
    awake = true;
    told("Running…");
    const limit = setTimeout(() => mine === present && replace(), 1000 * LIMIT[message.task]);
    const reply = await at.ask(message);
    clearTimeout(limit);
    const spoilt = !reply.ended && (reply.broken || !reply.answer.clean);
    if (spoilt && mine === present) replace();
    else if (!spare) prepare();
    return reply;
  }

  // One task at a time; `told` hears what is going on.
  function ask(message, told) {
    const turn = busy.then(() => perform(message, told));
    busy = turn.catch(() => {});
    return turn;
  }

  // Python starts while a reader still types; with `questions`, so does what checks answers.
  async function warm(questions) {
    const at = await interpreter();
    await at.ready;
    if (questions) at.ask({ task: "warm" });
  }

  return { ask, warm, stop: replace };
})();
