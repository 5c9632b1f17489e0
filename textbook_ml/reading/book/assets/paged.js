// The whole book in one file: one page is visible at a time.
"use strict";

const leaves = [...document.querySelectorAll(".leaf")];
let open = null;

function turn(event) {
  const anchor = location.hash.slice(1) || "page-index"; // anchors of the book need no decoding
  const home = document.getElementById("page-index");
  let target = document.getElementById(anchor) ?? home;
  if (!target.closest(".leaf")) {
    if (open) return; // the licence and the main element are outside all pages
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
    if (event && target === title) title.focus({ preventScroll: true }); // not when the book opens
  }
  if (target !== leaf.querySelector("h1")) target.scrollIntoView();
}

addEventListener("hashchange", turn);
turn();
