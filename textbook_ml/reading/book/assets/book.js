// What a reader of the book gets on top of the pages: a search, and links that find their page.
"use strict";

const search = document.querySelector("header form");
const field = search.elements.q;
const index = () => document.getElementById("everything");
const found = () => document.getElementById("found");
const listed = [...(index()?.children ?? [])];
const NOISE = /^(equations?|eq\.?|formulas?|the|of)$/;

// A hash that is no text, such as a lone %, names nothing.
function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

// An anchor that is not on this page is looked up in the index, which links to everything.
function follow() {
  const anchor = named();
  if (!anchor || document.getElementById(anchor)) return;
  if (!index()) location.replace(`search.html#${encodeURIComponent(anchor)}`);
  const there = index()?.querySelector(`a[href$="#${CSS.escape(anchor)}"]`);
  if (there) location.replace(there.href);
  else if (index()) found().textContent = `Nothing in the book is called “${anchor}”.`;
}

function parts(text) {
  return text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

// All words must occur; an item comes first if they occur in its title, or are its number or name.
function find(query) {
  const typed = query.toLowerCase().split(/[\s()]+/).filter(Boolean);
  const telling = typed.filter((word) => !NOISE.test(word));
  const words = telling.length ? telling : typed;
  const scored = listed.map((item) => {
    const title = item.firstElementChild.textContent.toLowerCase();
    const link = item.firstElementChild.getAttribute("href");
    const all = `${item.textContent} ${link} ${item.dataset.words ?? ""}`.toLowerCase();
    const count = (place) => words.filter((word) => place.includes(word)).length;
    const name = parts(link.split("#")[1] ?? "");
    const score = 1 + count(parts(all)) + 2 * count(title) + 3 * count(name);
    return { item, score: count(all) === words.length ? score : 0 };
  });
  scored.sort((a, b) => b.score - a.score);
  for (const { item, score } of scored) {
    item.hidden = words.length > 0 && score === 0;
    index().append(item);
  }
  const n = scored.filter((one) => one.score).length;
  found().textContent = words.length ? `${n || "Nothing was"} found for “${query}”.` : "";
}

search.addEventListener("submit", (event) => {
  if (!index()) return;
  event.preventDefault();
  if (!index().offsetParent) location.hash = "page-search"; // a leaf that is not open
  find(field.value);
  found().focus(); // so that what was found comes next
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
// What scrolls by itself can be reached by the keyboard, and what does not is no stop on the way.
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
  find(asked);
  found().focus();
}
follow();
