// A table of the reader: pasted, dropped or opened. It never leaves the page.
"use strict";

const Table = (() => {
  const KEY = "table";
  const LARGEST = 1_000_000; // characters
  const panels = [];
  const current = () => Store.all()[KEY] ?? null; // {text, label, x, y, columns}

  async function read(text, label, report) {
    if (text.length > LARGEST) throw new Error("The table is larger than one million characters.");
    const second = JSON.stringify({ table: { text, label } });
    const { answer } = await Python.ask({ task: "explore", first: "", second }, report);
    if (!answer) throw new Error("Python was stopped.");
    if (answer.error) throw new Error(answer.error);
    return answer;
  }
  async function take(text, label, report) {
    const { columns, label: found, rows } = await read(text, label, report);
    Store.keep(KEY, { text, label: found, x: "", y: "", columns, rows });
    refresh();
  }
  function refresh() {
    for (const panel of panels) panel();
  }
  Store.listen(refresh, KEY);

  function select(label, names, chosen, changed) {
    const box = make("select", { "aria-label": label });
    for (const name of names) box.append(make("option", { value: name, text: name, ...(name === chosen && { selected: "" }) }));
    box.addEventListener("change", () => changed(box.value));
    return make("label", {}, `${label} `, box);
  }

  // The panel of one picture; `use` is called with the table, or with null for the original data.
  function panel(title, use) {
    const status = make("p", { class: "status", role: "status" });
    const report = (words) => { status.textContent = words === "Running…" ? "" : words; };
    const field = make("textarea", { rows: "4", "aria-label": `Table for ${title}: paste CSV here`, spellcheck: "false",
      placeholder: "length,width,species\n4.7,1.4,versicolor\n6.0,2.5,virginica" });
    const file = make("input", { type: "file", accept: ".csv,.tsv,.txt", "aria-label": `CSV file for ${title}` });
    const chosen = make("div", { class: "chosen" });
    async function attempt(act) {
      try {
        await act();
        report("");
      } catch (error) {
        status.textContent = error.message;
      }
    }
    const bring = (text) => attempt(async () => {
      await take(text, "", report);
      await use(current());
    });
    file.addEventListener("change", async () => bring(await file.files[0].text()));
    const load = make("button", { type: "button", text: "Use this table", onclick: () => bring(field.value) });
    const whole = make("details", { class: "table" }, make("summary", { text: "Use your own table" }),
      make("p", { class: "editing-help", text: "Paste a CSV file with a header, or drop one here. It stays in this browser; every picture that fits can use it." }),
      field, make("div", { class: "bar" }, load, file), chosen, status);
    whole.addEventListener("dragover", (event) => event.preventDefault());
    whole.addEventListener("drop", async (event) => {
      event.preventDefault();
      const dropped = event.dataTransfer.files[0];
      bring(dropped ? await dropped.text() : event.dataTransfer.getData("text"));
    });
    const show = () => {
      const table = current();
      chosen.replaceChildren();
      if (!table?.columns) return;
      const names = table.columns.map(([name]) => name);
      const change = (key) => (value) => attempt(async () => {
        if (key === "label") await take(table.text, value, report);
        else Store.keep(KEY, { [key]: value });
        show();
        await use(current());
      });
      chosen.append(
        make("p", { text: `Your table has ${table.rows} rows.` }),
        select("class", [table.label, ...names], table.label, change("label")),
        select("first feature", ["", ...names], table.x, change("x")),
        select("second feature", ["", ...names], table.y, change("y")),
        make("div", { class: "bar" },
          make("button", { type: "button", text: "Show my table", onclick: () => attempt(() => use(current())) }),
          make("button", { type: "button", text: "Show the original data", onclick: () => attempt(() => use(null)) }),
          make("button", { type: "button", text: "Forget my table", onclick: () => { Store.forget(KEY); refresh(); } })),
      );
    };
    panels.push(show);
    show();
    return whole;
  }
  return { panel };
})();
