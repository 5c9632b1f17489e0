// What the reader has typed, stored in this browser only: one table from keys to entries.
"use strict";

const Store = (() => {
  const KEY = "textbook_ml";
  const PAGES = "pages"; // the key of the pages that were opened, which an import joins
  const listeners = [];
  let here = {}; // the entries of this visit, if the browser cannot store anything
  let kept = true;

  // The stored text may be anything; ignore it if it is not an object of objects.
  function table(text) {
    try {
      const found = JSON.parse(text);
      if (found?.constructor !== Object) return {};
      return Object.fromEntries(Object.entries(found).filter(([, one]) => one?.constructor === Object));
    } catch {
      return {};
    }
  }
  function attempted(act) {
    try {
      return act();
    } catch {
      if (kept) {
        kept = false;
        notify();
      }
      return null;
    }
  }
  function all() {
    if (kept) {
      const text = attempted(() => localStorage.getItem(KEY));
      if (kept) here = table(text);
    }
    return here;
  }
  function write(entries) {
    here = entries;
    attempted(() => localStorage.setItem(KEY, JSON.stringify(entries)));
  }
  // Change some values of an entry. Entries are read again first, because another tab may have changed them.
  function keep(key, more) {
    const entries = all();
    write({ ...entries, [key]: { ...entries[key], ...more, at: Date.now() } });
    notify(key);
  }
  function forget(key) {
    const { [key]: _, ...others } = all();
    write(others);
    notify(key);
  }
  function differs(a, b) {
    const plain = ({ at, ...rest }) => JSON.stringify(Object.entries(rest).sort());
    return plain(a) !== plain(b);
  }
  // Add the entries of an exported file. `choose` is asked if some differ: true takes those of the file.
  function merge(text, choose) {
    const { [PAGES]: pages, ...rest } = table(text);
    const given = Object.entries(rest);
    const known = all();
    if (pages) known[PAGES] = { read: [...new Set([...[pages.read ?? []].flat(), ...(known[PAGES]?.read ?? [])])] };
    const clash = given.filter(([key, one]) => known[key] && differs(known[key], one));
    const fresh = given.filter(([key]) => !known[key]);
    const take = clash.length > 0 && choose(clash.length, fresh.length);
    write({ ...known, ...Object.fromEntries(fresh), ...Object.fromEntries(take ? clash : []) });
    notify();
    return { given: given.length + (pages ? 1 : 0), fresh: fresh.length, clash: clash.length, take };
  }
  function erase() {
    here = {};
    attempted(() => localStorage.removeItem(KEY));
    notify();
  }
  // Call `act` if another tab has changed something, if everything was imported or erased, and if this page has
  // changed the entry of `key` (default: any entry).
  function listen(act, key) {
    listeners.push({ act, key });
  }
  function notify(key) {
    for (const one of listeners) if (!key || !one.key || one.key === key) one.act();
  }
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) notify();
  });
  attempted(() => {
    localStorage.setItem(`${KEY}-probe`, "1");
    localStorage.removeItem(`${KEY}-probe`);
  });
  return { PAGES, all, keep, forget, merge, erase, listen, isKept: () => kept };
})();

const NOT_KEPT = "This browser does not store your work. It is lost when you leave the page: export it first.";

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

// A warning that is shown only if the browser does not store anything.
function warning() {
  const box = make("p", { class: "live not-kept", role: "note", text: NOT_KEPT });
  const show = () => { box.hidden = Store.isKept(); };
  Store.listen(show);
  show();
  return box;
}

// Export, import and erase; on every page, because some browsers store each file separately.
function workMenu() {
  const words = make("span", { role: "status" });
  const save = () => {
    const file = new Blob([JSON.stringify(Store.all(), null, 1)], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: "textbook_ml-progress.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const erase = () => {
    if (!confirm("Erase everything that you have written in this book?")) return;
    Store.erase();
    words.textContent = "Everything was erased.";
  };
  const choose = (clash, fresh) => confirm(
    `${clash} entries of the file differ from what is stored here. OK replaces yours by those of the file; ` +
    `Cancel keeps yours. The ${fresh} new entries are added in both cases.`);
  const file = make("input", { type: "file", accept: ".json", hidden: "", "aria-label": "File to import" });
  file.addEventListener("change", async () => {
    const done = Store.merge(await file.files[0].text(), choose);
    file.value = ""; // the same file can be chosen again
    if (!done.given) words.textContent = "The file contains no progress for this book.";
    else {
      const replaced = done.take ? done.clash : 0;
      words.textContent = `Imported: ${done.fresh} new, ${replaced} replaced, ${done.clash - replaced} kept as they were.`;
    }
  });
  return make("span", { class: "work" },
    make("button", { type: "button", text: "Export", onclick: save }),
    make("button", { type: "button", text: "Import", onclick: () => file.click() }), file,
    make("button", { type: "button", text: "Erase", onclick: erase }), words);
}
