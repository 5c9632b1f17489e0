// A table of the reader: pasted, dropped or opened. It never leaves the page.
"use strict";

const Table = (() => {
  const KEY = "table";
  const LARGEST = 1_000_000; // characters
  const panels = []; // functions that show the table in the panel of a picture
  const followers = []; // functions that show a new table in a picture
  const current = () => Store.all()[KEY] ?? null; // {text, label, x, y, columns, stamp}
  const stamp = () => current()?.stamp ?? null; // changes with the table and its columns

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
    Store.keep(KEY, { text, label: found, x: "", y: "", columns, rows, stamp: Date.now() });
    refresh();
  }
  function refresh() {
    for (const panel of panels) panel();
  }
  // Every picture that fits shows the table, also on other pages; a reader may return to the original data.
  function follow() {
    refresh();
    for (const one of followers) one();
  }
  Store.listen(follow, KEY);

  function select(label, names, chosen, changed) {
    const box = make("select", { "aria-label": label });
    for (const name of names) box.append(make("option", { value: name, text: name, ...(name === chosen && { selected: "" }) }));
    box.addEventListener("change", () => changed(box.value));
    return make("label", {}, `${label} `, box);
  }

  // The panel of one picture. `use` is called with the table, or with null for the original data;
  // `known` returns the stamp of the table that the picture has seen; a file may be dropped on `area`.
  function panel(title, area, known, use) {
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
    const bring = async (text) => {
      await attempt(async () => {
        await take(text, "", report);
        await use(current());
      });
      follow();
    };
    file.addEventListener("change", async () => bring(await file.files[0].text()));
    const load = make("button", { type: "button", text: "Use this table", onclick: () => bring(field.value) });
    const whole = make("details", { class: "table" }, make("summary", { text: "Use your own table" }),
      make("p", { class: "editing-help", text: "Paste a CSV file with a header, or drop one here. It stays in this browser; every picture that fits shows it." }),
      field, make("div", { class: "bar" }, load, file), chosen, status);
    area.addEventListener("dragover", (event) => event.preventDefault());
    area.addEventListener("drop", async (event) => {
      event.preventDefault();
      whole.open = true;
      const dropped = event.dataTransfer.files[0];
      bring(dropped ? await dropped.text() : event.dataTransfer.getData("text"));
    });
    const show = () => {
      const table = current();
      chosen.replaceChildren();
      if (!table?.columns) return;
      const names = table.columns.map(([name]) => name);
      const change = (key) => async (value) => {
        await attempt(async () => {
          if (key === "label") await take(table.text, value, report);
          else Store.keep(KEY, { [key]: value, stamp: Date.now() });
          show();
          await use(current());
        });
        follow();
      };
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
    followers.push(() => {
      if (stamp() === null || stamp() === known()) return;
      attempt(() => use(current()).catch((error) => {
        throw new Error(`Your table is not shown here: ${error.message}`);
      }));
    });
    panels.push(show);
    show();
    return whole;
  }
  return { panel, follow, stamp };
})();
