// Pictures that readers can touch. Python draws them; handles over the drawing can be dragged.
"use strict";

const HELP = "Drag, or use the arrow keys (with Shift: larger steps).";
const HELP_EXAMPLES = "Click an empty place to add an example of the chosen class, click an example to give it that class, " +
  "drag it to move it. Keys: arrows move, Delete removes, a digit sets the class, Page Up and Page Down go to the next example.";

function slider({ key, label, range: [low, high, step] }, value, changed) {
  const number = make("output");
  const input = make("input", { type: "range", name: key, "aria-label": label, min: low, max: high, step });
  input.addEventListener("input", () => changed(Number(input.value)));
  const set = (now, [least, most, one]) => {
    Object.assign(input, { min: least, max: most, step: one });
    input.value = now;
    number.textContent = Number(now.toPrecision(4));
  };
  set(value, [low, high, step]);
  return { whole: make("label", {}, make("span", { text: label }), input, number), set };
}

function toggle({ key, label }, value, changed) {
  const input = make("input", { type: "checkbox", name: key });
  input.addEventListener("change", () => changed(input.checked));
  const set = (now) => { input.checked = now; };
  set(value);
  return { whole: make("label", { class: "switch" }, input, label), set };
}

function choice({ key, label, options }, value, changed, name) {
  const group = make("fieldset", {}, make("legend", { text: label }));
  const inputs = options.map(([option, words]) => {
    const input = make("input", { type: "radio", name: `${name}-${key}`, value: option });
    input.addEventListener("change", () => changed(option));
    group.append(make("label", { class: "switch" }, input, words));
    return input;
  });
  const set = (now) => { for (const input of inputs) input.checked = input.value === now; };
  set(value);
  return { whole: group, set };
}

// The value at a fraction of an axis from low to high, and back.
const valueAt = (share, [low, high, log]) =>
  (log ? low * (high / low) ** share : low + share * (high - low));
const shareAt = (value, [low, high, log]) =>
  (log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));

function picture(name, declared) {
  const figure = document.getElementById(`explore-${name}`);
  if (!figure) return;
  const key = `picture:${name}`;
  const place = figure.querySelector(".place");
  const caption = figure.querySelector("figcaption");
  const status = make("p", { class: "status", role: "status" });
  const stage = make("div", { class: "stage" });
  const layer = make("div", { class: "handles", role: "group", "aria-label": `${figure.querySelector(".label").textContent}: parts to move` });
  const still = place.querySelector("svg");
  const image = make("img", { class: "drawn" });
  const editable = Array.isArray(declared.state.examples);
  let state = structuredClone(declared.state);
  let shown = declared.first; // size, surfaces and handles of the drawing on the page
  let brush = "0"; // the class of new examples, or "delete"
  let focused = 0; // the example that the Tab key reaches
  let wanted = false;
  let busy = false;
  let held = null; // the handle that is being dragged
  let dragged = false; // whether the press has moved

  stage.append(still, layer);
  place.append(stage);
  place.classList.add("live-place");
  caption.setAttribute("aria-live", "polite");

  function show(answer) {
    if (answer.error) {
      status.textContent = answer.error;
      return;
    }
    status.textContent = "";
    shown = answer;
    image.src = `data:image/svg+xml,${encodeURIComponent(answer.svg)}`;
    image.alt = caption.textContent = answer.words;
    if (still.isConnected) still.replaceWith(image);
    resize();
    if (!held) handles();
  }
  // A drawing may be enlarged by half, so that it fills a wide screen and can be read from afar.
  function resize() {
    const [width, height] = shown.size;
    stage.style.width = `min(100%, ${1.5 * width}px, max(${width}px, ${(85 * width) / height}vh))`;
  }
  const drawingWidth = () => {
    const room = place.clientWidth || 720;
    return room / Math.max(1, Math.min(1.5, room / 860));
  };
  // Draw the newest state; while Python is busy, older states are skipped.
  async function draw() {
    wanted = true;
    if (busy) return;
    busy = true;
    while (wanted) {
      wanted = false;
      const second = JSON.stringify({ state, width: drawingWidth() });
      try {
        const reply = await Python.ask({ task: "explore", first: name, second }, (message) => {
          status.textContent = message === "Running…" ? "" : message;
        });
        if (reply.answer) show(reply.answer);
        else status.textContent = problem(reply);
      } catch (error) {
        status.textContent = `Python could not be started: ${error.message}.`;
      }
    }
    busy = false;
  }
  const rangeOf = (control) => state.ranges?.[control.key] ?? control.range;
  function update() {
    for (const { control, set } of controls) set(state[control.key], control.range && rangeOf(control));
    undo.disabled = !past.length;
  }
  // Change the state, keep it, and draw; `past` has the states before, for Undo.
  const past = [];
  function change(more, remember = true) {
    if (remember && past.push(state) > 100) past.shift();
    state = { ...state, ...more };
    Store.keep(key, { state });
    update();
    draw();
  }
  function restore(next) {
    state = structuredClone(next);
    Store.keep(key, { state });
    update();
    draw();
  }

  // Controls: sliders, switches and choices.
  const controls = declared.controls.map((control) => {
    const kind = control.range ? slider : control.options.length ? choice : toggle;
    const made = kind(control, state[control.key], (value) => change({ [control.key]: value }), name);
    return { control, ...made };
  });
  const undo = make("button", { type: "button", text: "Undo", disabled: "", onclick: () => past.length && restore(past.pop()) });
  const reset = make("button", { type: "button", text: "Reset", onclick: () => {
    past.push(state);
    restore(declared.state);
  } });

  // Positions: from the pointer or the state to the drawing, and back.
  function spot(handle) {
    const { box: [left, top, width, height], ranges: [x0, x1, y0, y1, logX, logY] } = shown.surfaces[handle.surface];
    const [x, y] = handle.at;
    return [left + width * shareAt(x, [x0, x1, logX]), top + height * (1 - shareAt(y, [y0, y1, logY]))];
  }
  function pointed(event, surface) {
    const bounds = stage.getBoundingClientRect();
    const scale = shown.size[0] / bounds.width;
    const { box: [left, top, width, height], ranges: [x0, x1, y0, y1, logX, logY] } = shown.surfaces[surface];
    const x = ((event.clientX - bounds.left) * scale - left) / width;
    const y = 1 - ((event.clientY - bounds.top) * scale - top) / height;
    const inside = x >= 0 && x <= 1 && y >= 0 && y <= 1;
    const held = (share) => Math.min(1, Math.max(0, share));
    return { inside, at: [valueAt(held(x), [x0, x1, logX]), valueAt(held(y), [y0, y1, logY])] };
  }
  function fitted(sliderKey, value) {
    const control = declared.controls.find((one) => one.key === sliderKey);
    const [low, high, step] = rangeOf(control);
    const rounded = low + Math.round((value - low) / step) * step;
    return Number(Math.min(high, Math.max(low, rounded)).toPrecision(12));
  }
  const tidy = (value, range) => {
    const digit = 10 ** Math.floor(Math.log10(Math.abs(range[1] - range[0]) / 500));
    return Number((Math.round(value / digit) * digit).toPrecision(12));
  };

  function examplesWith(index, one) {
    return state.examples.map((old, i) => (i === index ? one : old));
  }
  function placed([x, y], label) {
    const [x0, x1, y0, y1] = state.view;
    return [tidy(x, [x0, x1]), declared.flat ? 0 : tidy(y, [y0, y1]), label];
  }
  // Move a handle to a position in the units of its surface.
  function move(handle, [x, y], remember) {
    if (handle.example !== null) {
      const [, , label] = state.examples[handle.example];
      const side = declared.flat ? (y > 0.5 ? 1 : 0) : label; // in one dimension the height is the class
      const one = placed([x, y], side);
      handle.at = declared.flat ? [one[0], side] : [one[0], one[1]];
      change({ examples: examplesWith(handle.example, one) }, remember);
      return;
    }
    const more = {};
    handle.keys.forEach((sliderKey, i) => {
      if (sliderKey) handle.at[i] = more[sliderKey] = fitted(sliderKey, [x, y][i]);
    });
    change(more, remember);
  }
  function remove(index) {
    focused = Math.max(0, index - 1);
    change({ examples: state.examples.filter((_, i) => i !== index) });
  }
  function paint(index, label) {
    const [x, y] = state.examples[index];
    change({ examples: examplesWith(index, [x, y, label]) });
  }
  function add(at) {
    focused = state.examples.length;
    change({ examples: [...state.examples, placed(at, brush === "delete" ? 0 : Number(brush))] });
  }

  function put(node, handle) {
    const [x, y] = spot(handle);
    node.style.left = `${(100 * x) / shown.size[0]}%`;
    node.style.top = `${(100 * y) / shown.size[1]}%`;
  }
  function handles() {
    const had = layer.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    const nodes = shown.handles.map((handle, i) => {
      const isExample = handle.example !== null;
      const node = make("button", {
        type: "button", class: isExample ? "handle example" : "handle", "data-place": i, "aria-label": handle.label,
        title: handle.label, "aria-describedby": `${name}-help`,
        ...(isExample && handle.example !== Math.min(focused, state.examples.length - 1) && { tabindex: "-1" }),
      });
      put(node, handle);
      node.addEventListener("pointerdown", (event) => {
        held = { node, handle, start: [event.clientX, event.clientY] };
        dragged = false;
        node.setPointerCapture(event.pointerId);
        event.preventDefault();
        node.focus();
      });
      node.addEventListener("pointermove", (event) => {
        if (held?.node !== node) return;
        const [x, y] = held.start;
        if (!dragged && Math.hypot(event.clientX - x, event.clientY - y) < 4) return;
        move(handle, pointed(event, handle.surface).at, !dragged);
        dragged = true;
        put(node, handle);
      });
      const release = () => {
        if (held?.node !== node) return;
        held = null;
        if (!dragged && isExample) {
          if (brush === "delete") remove(handle.example);
          else paint(handle.example, Number(brush));
        } else draw();
      };
      node.addEventListener("pointerup", release);
      node.addEventListener("pointercancel", release);
      node.addEventListener("focus", () => { if (isExample) focused = handle.example; });
      node.addEventListener("keydown", (event) => pressed(event, node, handle));
      return node;
    });
    layer.replaceChildren(...nodes);
    if (had !== null) nodes.find((node, i) => (shown.handles[i].example !== null ? shown.handles[i].example === focused : String(i) === had))?.focus();
  }
  function pressed(event, node, handle) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isExample = handle.example !== null;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
    const [x0, x1, y0, y1] = shown.surfaces[handle.surface].ranges;
    if (event.key in ways) {
      const [dx, dy] = ways[event.key];
      const times = event.shiftKey ? 10 : 1;
      const stepOf = (i, range) => {
        const control = declared.controls.find((one) => one.key === handle.keys[i]);
        return control ? rangeOf(control)[2] : (range[1] - range[0]) / 100;
      };
      const by = [dx * stepOf(0, [x0, x1]), isExample && declared.flat ? dy : dy * stepOf(1, [y0, y1])];
      move(handle, [handle.at[0] + times * by[0], handle.at[1] + times * by[1]], true);
      put(node, handle);
    } else if (isExample && (event.key === "Delete" || event.key === "Backspace")) remove(handle.example);
    else if (isExample && /^\d$/.test(event.key) && Number(event.key) < state.classes.length) paint(handle.example, Number(event.key));
    else if (isExample && (event.key === "PageDown" || event.key === "PageUp")) {
      const n = state.examples.length;
      focused = (handle.example + (event.key === "PageDown" ? 1 : n - 1)) % n;
      const next = [...layer.children].find((_, i) => shown.handles[i].example === focused);
      node.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else return;
    event.preventDefault();
  }

  // A toolbar for examples: what a click does.
  const tools = make("div", { class: "tools" });
  function toolbar() {
    if (!editable) return;
    const group = make("fieldset", {}, make("legend", { text: "a click makes it" }));
    const options = [...state.classes.map((label, i) => [String(i), `class ${label}`]), ["delete", "deleted"]];
    for (const [value, words] of options) {
      const input = make("input", { type: "radio", name: `${name}-brush`, value, ...(value === brush && { checked: "" }) });
      input.addEventListener("change", () => { brush = value; });
      group.append(make("label", { class: value === "delete" ? "switch" : `switch class${value}` }, input, words));
    }
    const middle = () => [(state.view[0] + state.view[1]) / 2, (state.view[2] + state.view[3]) / 2];
    tools.replaceChildren(group, make("button", { type: "button", text: "Add an example", onclick: () => {
      add(middle());
      layer.querySelector("button")?.focus({ preventScroll: true });
    } }));
  }
  if (editable) {
    stage.addEventListener("click", (event) => {
      if (event.target.closest(".handle") || brush === "delete" || !shown.surfaces.main) return;
      const { inside, at } = pointed(event, "main");
      if (inside) add(at);
    });
  }

  const group = make("div", { class: "sliders", role: "group", "aria-label": figure.querySelector(".label").textContent });
  group.append(...controls.map(({ whole }) => whole), tools, make("div", { class: "bar" }, undo, reset));
  const help = make("p", { class: "editing-help", id: `${name}-help`, text: editable ? HELP_EXAMPLES : HELP });
  figure.querySelector(".about").after(group);
  if (declared.first.handles.length) place.after(help);
  figure.append(status);
  if (declared.takes) {
    const title = figure.querySelector(".label").textContent;
    figure.append(Table.panel(title, figure, () => Store.all()[key]?.table, async (table) => {
      Store.keep(key, { table: Table.stamp() }); // this table is known, whether it fits or not
      if (table) {
        const { text, label, x, y } = table;
        const second = JSON.stringify({ table: { text, label, x, y } });
        const { answer } = await Python.ask({ task: "explore", first: name, second }, () => {});
        if (answer?.error) throw new Error(answer.error);
        if (!answer) throw new Error("Python was stopped.");
        brush = "0";
        focused = 0;
        change(answer.state);
      } else {
        past.push(state);
        restore(declared.state);
      }
      toolbar();
    }));
  }
  figure.classList.add("live-picture");
  const stored = () => Store.all()[key]?.state;
  if (place.clientWidth && place.clientWidth < 560) {
    shown = declared.narrow;
    show({ ...declared.narrow });
  } else resize();
  handles();
  if (stored()) {
    state = { ...state, ...stored() };
    draw();
  }
  toolbar();
  update();
  Store.listen(() => {
    const next = { ...declared.state, ...stored() };
    if (held || busy || JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    toolbar();
    update();
    draw();
  }, key);
  // Start Python when a reader approaches the picture, so that the first movement is answered at once.
  const warm = () => Python.warm(false).catch(() => {});
  figure.addEventListener("pointerenter", warm, { once: true });
  figure.addEventListener("focusin", warm, { once: true });
}

// List the pictures on the first page.
function overview(all) {
  const above = document.querySelector(".progress");
  if (!above || !document.getElementById("page-index")) return;
  const line = make("p", { class: "live by", text: "Pictures to touch: " });
  all.forEach(({ page, title }, at) => {
    const way = document.querySelector(`nav a[href="${page}.html"], nav a[href="#page-${page}"]`);
    if (way) line.append(at ? ", " : "", make("a", { href: way.getAttribute("href"), text: title }));
  });
  line.append(".");
  above.after(line);
}

overview(Object.values(globalThis.textbookLive.pictures));
for (const [name, one] of Object.entries(globalThis.textbookLive.pictures)) picture(name, one);
Table.follow();
