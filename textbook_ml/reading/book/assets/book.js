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

function parts(text) {
  return text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

// All words must occur. Items rank higher if the words occur in the title or are the number or name.
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
  const results = n === 1 ? "1 result" : `${n || "No"} results`;
  found().textContent = words.length ? `${results} for “${query}”.` : "";
}

search.addEventListener("submit", (event) => {
  if (!index()) return;
  event.preventDefault();
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
  find(asked);
  found().focus();
}
follow();
