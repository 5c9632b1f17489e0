// Pictures with sliders; Python draws them.
"use strict";

function slider([label, low, high, step, start], name, moved) {
  const number = make("output", { text: start });
  const input = make("input", { type: "range", name, "aria-label": label, min: low, max: high, step, value: start });
  input.addEventListener("input", () => {
    number.textContent = input.value;
    moved();
  });
  return { input, number, whole: make("label", {}, make("span", { text: label }), input, number) };
}

function explorable(name, { page, title, about, sliders, svg, narrow, words }) {
  const top = document.getElementById(`page-${page}`);
  if (!top) return;
  const image = make("img", { class: "drawn" });
  const place = make("div", { class: "place" }, image);
  const caption = make("figcaption", { "aria-live": "polite" });
  const status = make("p", { class: "status", role: "status" });
  const show = (answer) => {
    image.hidden = !answer.svg;
    if (answer.svg) image.src = `data:image/svg+xml,${encodeURIComponent(answer.svg)}`;
    image.alt = caption.textContent = answer.words;
  };
  let wanted = null; // the newest values of the sliders that were not sent to Python yet
  let busy = false;
  async function draw() {
    if (busy) return;
    busy = true;
    while (wanted) {
      const second = JSON.stringify({ values: wanted, width: place.clientWidth || 640 });
      wanted = null;
      try {
        const reply = await Python.ask({ task: "explore", first: name, second }, (message) => {
          status.textContent = message === "Running…" ? "" : message;
        });
        if (reply.answer) show(reply.answer);
      } catch (error) {
        status.textContent = `Python could not be started: ${error.message}.`;
      }
    }
    busy = false;
  }
  const made = Object.entries(sliders).map(([key, one]) =>
    slider(one, key, () => {
      wanted = Object.fromEntries(made.map(({ input }) => [input.name, Number(input.value)]));
      draw();
    }));
  const reset = make("button", {
    type: "button", text: "Reset",
    onclick: () => {
      for (const { input } of made) input.value = input.defaultValue;
      made[0].input.dispatchEvent(new Event("input"));
      for (const { input, number } of made) number.textContent = input.value;
    },
  });
  show({ svg: matchMedia("(max-width: 40rem)").matches ? narrow : svg, words });
  const controls = make("div", { class: "sliders", role: "group", "aria-label": title });
  controls.append(...made.map(({ whole }) => whole), reset);
  const heading = make("p", { class: "label", text: title });
  const figure = make("figure", { class: "live explorable", id: `explore-${name}` });
  figure.append(heading, make("p", { class: "about", text: about }), controls, place, caption, status);
  (top.parentElement.querySelector(".lead") ?? top).after(figure);
}

// List the pictures on the first page.
function overview(all) {
  const above = document.querySelector(".progress");
  if (!above) return;
  const line = make("p", { class: "live by", text: "Pictures with sliders: " });
  all.forEach(({ page, title }, place) => {
    const way = document.querySelector(`nav a[href="${page}.html"], nav a[href="#page-${page}"]`);
    line.append(place ? ", " : "", make("a", { href: way.getAttribute("href"), text: title.toLowerCase() }));
  });
  line.append(".");
  above.after(line);
}

overview(Object.values(globalThis.textbookLive.explorables));
for (const [name, one] of Object.entries(globalThis.textbookLive.explorables)) explorable(name, one);
