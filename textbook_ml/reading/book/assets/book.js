// Search, and links to anchors on other pages.
"use strict";

const search = document.querySelector("header form");
const field = search.elements.q;
const index = () => document.getElementById("everything");
const found = () => document.getElementById("found");
const listed = [...(index()?.children ?? [])];
const NOISE = /^(equations?|eq\.?|formulas?|the|of)$/;

// An invalid hash, such as a single %, is ignored.
function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

// If an anchor is not on this page, look it up in the index, which links to everything.
function follow() {
  const anchor = named();
  if (!anchor || document.getElementById(anchor)) return;
  if (!index()) location.replace(`search.html#${encodeURIComponent(anchor)}`);
  const there = index()?.querySelector(`a[href$="#${CSS.escape(anchor)}"]`);
  if (there) location.replace(there.href);
  else if (index()) found().textContent = `The book has no entry “${anchor}”.`;
}

// Lower case, without accents and hyphens: “Pseudo-Counts” is “pseudo counts”.
function plain(text) {
  return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[-‐–]/g, " ");
}

function parts(text) {
  return text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

// The number of letters to insert, delete, replace or exchange, at most `most` + 1.
function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [[], [...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

// Whether a word of the text begins so; “ridge” does not begin a word of “bridge”.
function begins(text, start) {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true;
  }
  return false;
}

// The bytes of a text that is compressed with gzip and encoded in base64.
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Every result shows its formula.
let formulas;
async function drawFormulas() {
  formulas ??= unpacked(document.getElementById("formulas").textContent)
    .then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  const drawings = await formulas;
  for (const item of listed) {
    if (item.hidden || item.dataset.formula === undefined || item.lastElementChild.localName === "div") continue;
    const box = document.createElement("div");
    box.className = "maths";
    box.innerHTML = drawings[item.dataset.formula];
    item.append(box);
  }
  reachable();
}

// What the search knows about each item; computed once, when something is sought.
let known;
function items() {
  known ??= listed.map((item) => {
    const link = item.firstElementChild.getAttribute("href");
    const title = plain(item.firstElementChild.textContent);
    const place = plain(item.children[1].textContent);
    const also = (item.dataset.also ?? "").split("; ").filter(Boolean).map(plain);
    const all = `${title} ${place} ${plain(link)} ${plain(item.dataset.words ?? "")} ${also.join(" ")}`;
    return { item, title, also, all, words: new Set(parts(all)), name: parts(link.split("#")[1] ?? "") };
  });
  return known;
}

// A word that occurs nowhere is replaced by the most similar word of the book.
function corrected(word) {
  if (word.length < 4 || items().some(({ all }) => begins(all, word))) return word;
  const most = word.length < 8 ? 1 : 2;
  let [best, least] = [word, most + 1];
  for (const { words } of items()) {
    for (const other of words) {
      const far = distance(word, other, most);
      if (far < least) [best, least] = [other, far];
    }
  }
  return best;
}

// All words must begin a word, or the query must be a synonym; if nothing is found, they may be inside a word. Titles, names and numbers rank higher.
function find(query) {
  const typed = plain(query).split(/[\s()]+/).filter(Boolean);
  const telling = typed.filter((word) => !NOISE.test(word));
  const asked = telling.length ? telling : typed;
  const words = asked.map(corrected);
  const phrase = words.join(" ");
  const match = [begins, (text, word) => text.includes(word)]
    .find((test) => items().some(({ all }) => words.every((word) => test(all, word)))) ?? begins;
  const scored = items().map(({ item, title, also, all, words: own, name }) => {
    const count = (test) => words.filter(test).length;
    const meant = also.includes(phrase) || also.includes(`${phrase}s`) ? 20 : 0;
    const inside = words.every((word) => match(all, word));
    const score = 1 + meant + count((word) => own.has(word)) + 2 * count((word) => match(title, word))
      + 3 * count((word) => name.includes(word));
    return { item, score: inside || meant ? score : 0 };
  });
  scored.sort((a, b) => b.score - a.score);
  for (const { item, score } of scored) {
    item.hidden = words.length > 0 && score === 0;
    index().append(item);
  }
  index().classList.toggle("results", words.length > 0);
  const n = scored.filter((one) => one.score).length;
  const results = n === 1 ? "1 result" : `${n || "No"} results`;
  const meant = phrase === asked.join(" ") ? query : phrase;
  const instead = meant === query ? "" : ` Nothing contains “${query}”.`;
  found().textContent = words.length ? `${results} for “${meant}”.${instead}` : "";
  if (words.length) drawFormulas();
}

// A number, such as 15, (15) or “eq. 15”, leads straight to the equation of Mitchell.
function jump(query) {
  const number = /^\s*(?:equations?|eq\.?|mitchell)?\s*\(?(\d+)\)?\s*$/i.exec(query)?.[1];
  const there = number && index().querySelector(`a[href$="#mitchell-${number}"]`);
  if (there) location.href = there.href;
  return Boolean(there);
}

search.addEventListener("submit", (event) => {
  if (!index()) return;
  event.preventDefault();
  if (jump(field.value)) return;
  if (!index().offsetParent) location.hash = "page-search"; // the index is on a hidden page
  find(field.value);
  found().focus(); // so that Tab moves to the first result
});
field.addEventListener("input", () => index()?.offsetParent && find(field.value));
addEventListener("hashchange", follow);
addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    field.focus();
  }
});
// Elements that scroll can be focused with the keyboard; other elements are skipped.
function reachable() {
  for (const part of document.querySelectorAll("pre, dd, .maths, .wide, figure, .drawing")) {
    if (part.scrollWidth > part.clientWidth + 1) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}
addEventListener("load", reachable);
addEventListener("resize", reachable);
addEventListener("hashchange", reachable);
document.addEventListener("toggle", reachable, true);

const asked = new URLSearchParams(location.search).get("q");
if (asked && index()) {
  field.value = asked;
  if (!jump(asked)) {
    find(asked);
    found().focus();
  }
}
follow();

// What is folded away opens when a link leads to it.
function unfold() {
  const target = document.getElementById(named());
  if (!target) return;
  let closed = false;
  for (let up = target; up; up = up.parentElement?.closest("details")) {
    if (up.localName === "details" && !up.open) closed = up.open = true;
  }
  if (closed) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// A button opens the next line of a derivation; another one opens all lines or closes them.
for (const lines of document.querySelectorAll(".derivation .lines")) {
  const all = [...lines.querySelectorAll(".line")];
  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };
  const next = button("Next line", () => {
    const line = all.find((one) => !one.open);
    if (line) line.open = true;
  });
  const whole = button("All lines", () => {
    const open = all.some((one) => !one.open);
    for (const one of all) one.open = open;
  });
  const told = () => {
    next.disabled = all.every((one) => one.open);
    whole.textContent = next.disabled ? "Close all" : "All lines";
  };
  for (const one of all) one.addEventListener("toggle", told);
  const bar = document.createElement("p");
  bar.className = "bar";
  bar.append(next, whole);
  lines.after(bar);
}

// The map of the chapter marks pages that were opened, the last one, and what was done on each.
function markDoneOnMap(place, entries) {
  const asked = Object.entries(globalThis.textbookLive?.questions ?? {}).filter(([, one]) => one.page === place.dataset.page);
  const written = asked.filter(([name]) => entries[name]?.passed).length;
  const [title, box] = [place.querySelector("title"), place.querySelector("rect")];
  if (!box) return;
  title.dataset.name ??= title.textContent;
  title.textContent = title.dataset.name + (written ? `, ${written} of ${asked.length} functions written` : "");
  place.querySelector(".bar-done")?.remove();
  if (!written) return;
  const bar = box.cloneNode();
  bar.setAttribute("class", "bar-done");
  bar.setAttribute("y", Number(box.getAttribute("y")) + Number(box.getAttribute("height")) - 5);
  bar.setAttribute("height", 4);
  bar.setAttribute("width", (written / asked.length) * Number(box.getAttribute("width")));
  box.after(bar);
}
function remember() {
  const visible = [...document.querySelectorAll("h1[id]")].find((title) => title.offsetParent);
  const page = visible?.id.replace("page-", "");
  const stored = Store.all()[Store.PAGES]?.read;
  const read = Array.isArray(stored) ? stored : [];
  if (page !== "index") {
    const chapter = document.querySelector(".leaf .story") !== null;
    if (page && chapter && read.at(-1) !== page) Store.keep(Store.PAGES, { read: [...read.filter((one) => one !== page), page] });
    return;
  }
  const places = [...document.querySelectorAll("[data-page]")];
  const entries = Store.all();
  for (const place of places) {
    const name = place.dataset.page;
    const last = read.length > 0 && name === read.at(-1);
    place.classList.toggle("read", read.includes(name));
    place.classList.toggle("last", last);
    if (last) place.setAttribute("aria-current", "location");
    else place.removeAttribute("aria-current");
    markDoneOnMap(place, entries);
  }
  const seen = new Set(places.map((place) => place.dataset.page));
  const opened = read.filter((one) => seen.has(one)).length;
  const note = document.getElementById("map");
  if (note && opened) {
    note.textContent = `Arrows show which page leads to which. You have opened ${opened} of ${seen.size} pages (shaded); the outlined one was the last. A bar shows how many of its functions you have written.`;
  }
}
addEventListener("hashchange", remember);
Store.listen(remember);
addEventListener("DOMContentLoaded", remember); // after data.js, which lists the functions of each page
remember();
