// The whole book in one page: one leaf of it is open at a time.
"use strict";

const leaves = [...document.querySelectorAll(".leaf")];
let open = null;

function turn(event) {
  const anchor = location.hash.slice(1) || "page-index"; // no anchor of the book is ever escaped
  const home = document.getElementById("page-index");
  let target = document.getElementById(anchor) ?? home;
  if (!target.closest(".leaf")) {
    if (open) return; // the licence lies behind all leaves, and the text is around them
    target = home;
  }
  const leaf = target.closest(".leaf");
  if (leaf !== open) {
    open?.classList.remove("open");
    leaf.classList.add("open");
    open = leaf;
    const title = leaf.querySelector("h1");
    document.title = title.textContent;
    for (const link of document.querySelectorAll("body > nav a")) {
      if (link.hash === `#${title.id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (target === title) scrollTo(0, 0);
    if (event && target === title) title.focus({ preventScroll: true }); // not when the book is opened
  }
  if (target !== leaf.querySelector("h1")) target.scrollIntoView();
}

addEventListener("hashchange", turn);
turn();
