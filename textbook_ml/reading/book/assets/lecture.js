// Lecture mode: the key L shows one part of the page alone and large; arrow keys go through the parts.
"use strict";

const Lecture = (() => {
  const PARTS = ".story, .explorable, figure.picture, .card, .derivation, section > figure";
  const QUARTER = [500, 340]; // width and height of a quarter of a printed page, in pixels
  const WIDE = 900; // width of a part before it is made smaller to fit
  const root = document.documentElement;
  const place = make("span", { role: "status" });
  const button = (text, label, act) => make("button", { type: "button", text, "aria-label": label, onclick: act });
  const bar = make("div", { class: "lecture-bar", role: "toolbar", "aria-label": "Lecture mode" },
    button("←", "Previous part", () => move(-1)), place, button("→", "Next part", () => move(1)),
    button("Print handout", "Print handout, four parts to a page", () => print()),
    button("Leave (Esc)", "Leave lecture mode", () => leave()));
  let parts = [];
  let at = 0;
  let handout = null;

  // The parts of the visible page; a part inside another one is not shown a second time.
  function sequence() {
    const leaf = [...document.querySelectorAll(".leaf")].find((one) => one.offsetParent);
    const found = [...(leaf?.querySelectorAll(PARTS) ?? [])];
    return found.filter((one) => !one.parentElement.closest(PARTS));
  }
  const isOn = () => root.classList.contains("lecture");
  const name = (part) => (part.querySelector("h2, h3, .label, summary, .question, svg text")?.textContent ?? document.title).trim();

  function show(next) {
    parts[at]?.classList.remove("slide");
    at = Math.min(parts.length - 1, Math.max(0, next));
    const part = parts[at];
    part.classList.add("slide");
    if (part.localName === "details") part.open = true;
    place.textContent = `${at + 1} of ${parts.length}: ${name(part)}`;
    scrollTo(0, 0);
    dispatchEvent(new Event("resize")); // pictures and long formulas fit the new width
  }
  // In a derivation, the next line comes before the next part.
  function move(by) {
    const closed = by > 0 && parts[at].matches(".derivation") && parts[at].querySelector(".line:not([open])");
    if (closed) {
      closed.open = true;
      closed.scrollIntoView({ block: "nearest" });
    } else show(at + by);
  }
  function enter() {
    parts = sequence();
    if (!parts.length) return;
    const first = parts.findIndex((one) => one.getBoundingClientRect().bottom > 80);
    root.classList.add("lecture");
    document.body.append(bar);
    show(Math.max(0, first));
  }
  function leave() {
    if (!isOn()) return;
    const part = parts[at];
    root.classList.remove("lecture");
    part.classList.remove("slide");
    bar.remove();
    part.scrollIntoView();
    dispatchEvent(new Event("resize"));
  }

  // A handout: copies of all parts, four to a page, each made small enough for its quarter.
  function copy(part) {
    const inside = part.cloneNode(true);
    inside.classList.remove("slide");
    for (const one of inside.querySelectorAll(".live, .bar, .sliders, .status, .table, .handles, .editing-help, form, .derivation, details:not([open])")) {
      if (part.localName !== "details" || !one.matches(".line")) one.remove();
    }
    for (const one of [inside, ...inside.querySelectorAll("details")]) if (one.localName === "details") one.open = true;
    for (const one of [inside, ...inside.querySelectorAll("[id]")]) one.removeAttribute("id");
    return make("div", { class: "scaled" }, inside);
  }
  function prepare() {
    if (!isOn() || handout) return;
    const quarters = parts.map((part) => make("div", { class: "quarter" }, copy(part)));
    handout = make("div", { class: "handout", "aria-hidden": "true" });
    for (let i = 0; i < quarters.length; i += 4) handout.append(make("div", { class: "sheet" }, ...quarters.slice(i, i + 4)));
    document.body.append(handout);
    for (const { firstElementChild: scaled } of quarters) {
      const { scrollWidth, scrollHeight } = scaled;
      const scale = Math.min(QUARTER[0] / Math.max(WIDE, scrollWidth), QUARTER[1] / scrollHeight);
      scaled.style.transform = `scale(${scale})`;
    }
  }
  function cleanUp() {
    handout?.remove();
    handout = null;
  }

  addEventListener("beforeprint", prepare);
  addEventListener("afterprint", cleanUp);
  addEventListener("hashchange", leave);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, .handle")) return;
    const act = {
      l: () => (isOn() ? leave() : enter()),
      ...(isOn() && {
        Escape: leave, ArrowRight: () => move(1), PageDown: () => move(1), ArrowLeft: () => move(-1), PageUp: () => move(-1),
        Home: () => show(0), End: () => show(parts.length - 1),
      }),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const start = make("button", { type: "button", class: "lecture-start", text: "Lecture", title: "Lecture mode: press L", onclick: enter });
  if (document.querySelector(".leaf")) document.querySelector("header form").before(start);
  return { enter, leave };
})();
