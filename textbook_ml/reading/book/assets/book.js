// What a reader of the book gets on top of the pages: a search, and links that find their page.
"use strict";

const search = document.querySelector("header form");
const field = search.elements.q;
const index = () => document.getElementById("everything");

// An anchor that is not on this page is looked up in the index, which links to everything.
function follow() {
  const anchor = decodeURIComponent(location.hash.slice(1));
  if (!anchor || document.getElementById(anchor)) return;
  if (!index()) location.replace(`search.html#${encodeURIComponent(anchor)}`);
  const there = index()?.querySelector(`a[href$="#${CSS.escape(anchor)}"]`);
  if (there) location.replace(there.href);
}

// All words must occur; where they occur in the title, an item comes first.
function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const items = [...index().children];
  const scored = items.map((item) => {
    const title = item.firstElementChild.textContent.toLowerCase();
    const link = item.firstElementChild.getAttribute("href");
    const all = `${item.textContent} ${link} ${item.dataset.words ?? ""}`.toLowerCase();
    const whole = words.filter((word) => all.split(/[^\p{L}\p{N}_]+/u).includes(word)).length;
    const found = words.every((word) => all.includes(word));
    const inTitle = words.filter((word) => title.includes(word)).length;
    return { item, score: found ? 1 + whole + 2 * inTitle : 0 };
  });
  scored.sort((a, b) => b.score - a.score);
  for (const { item, score } of scored) {
    item.hidden = words.length > 0 && score === 0;
    if (words.length) index().append(item);
  }
  const n = scored.filter((one) => one.score).length;
  document.getElementById("found").textContent =
    words.length ? `${n || "Nothing was"} found for “${query}”.` : "";
}

search.addEventListener("submit", (event) => {
  if (!index()) return;
  event.preventDefault();
  if (!index().offsetParent) location.hash = "page-search"; // a leaf that is not open
  find(field.value);
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
}
follow();
