// Convert formulas from standard input to the MathML of the book. Attributes that browsers add by
// default, such as that a bracket is a fence, are omitted.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";
import temml from "temml";

const here = path.dirname(fileURLToPath(import.meta.url));
const home = path.join(here, "../../textbook_ml/reading/book/assets/mathml.json.gz");
const formulas = JSON.parse(fs.readFileSync(0, "utf8"));
// Classes for the style sheet: accents keep their size, and italics need space after them.
const SHORT = {
  "math-depth:0": "accent", "tml-sml-pad": "lean1", "tml-med-pad": "lean2", "tml-lrg-pad": "lean3",
  "padding-left:0em;padding-right:5": "left", "padding-left:5": "right", "tml-prime": "prime",
};
function short(names) {
  const kept = Object.keys(SHORT).filter((name) => names.startsWith(name) || names.endsWith(name));
  return kept.length ? ` class="${kept.map((name) => SHORT[name]).join(" ")}"` : "";
}

// Remove an outer <mrow> that contains the whole formula.
function unwrapped(inside) {
  let depth = 0;
  for (const tag of inside.match(/<\/?mrow/g) ?? []) {
    depth += tag === "<mrow" ? 1 : -1;
    if (depth < 0) return undefined;
  }
  return `<math>${inside}</math>`;
}

const drawn = {};
for (const [key, [latex, style]] of Object.entries(formulas).sort()) {
  const options = { displayMode: style === "display", throwOnError: true, strict: true };
  drawn[key] = temml
    .renderToString(latex, options)
    .replace(/^<math[^>]*>/, "<math>")
    .replace(/^<math><mrow>(.*)<\/mrow><\/math>$/, (all, inside) => unwrapped(inside) ?? all)
    .replace(/ movablelimits="false"(?=>[∑∏])/g, "")
    .replace(/ (fence|separator)="true"/g, "")
    .replace(/ form="(prefix|postfix)"(?= stretchy="false">[()[\]{}⟨⟩])/g, "")
    .replace(/ (class|style)="([^"]*)"/g, (all, kind, names) => short(names))
    .replace(/<mo>\u2061<\/mo>/g, "")
    .replace(/\u203e/g, "\u00af") // the font has a macron but no overline
    .replace(/<mo lspace="0.22em" rspace="0.22em" stretchy="false">\|<\/mo>/g, "<mo>∣</mo>")
    .replace(/ lspace="0em" rspace="0em"(?=>[()])/g, "")
    .replace(/ form="(prefix|postfix)"(?= stretchy="false">[()])/g, "")
    .replace(/<mspace width="([^"]*)"><\/mspace>/g, '<mspace width="$1"/>');
}
fs.writeFileSync(home, zlib.gzipSync(JSON.stringify(drawn), { level: 9 }));
console.log(`${Object.keys(drawn).length} formulas`);
