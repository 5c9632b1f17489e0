"""The CSS of the report, for light, dark and narrow screens and for paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --soft: #57606a; --line: #d0d7de; --link: #0a58ca;
  --good: #116329; --good-paper: #dafbe1;
  --half: #7a4b00; --half-paper: #fff3cd;
  --bad: #a40e26; --bad-paper: #ffebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --soft: #a3adb8; --line: #30363d; --link: #6cb0ff;
    --good: #7ee2a0; --good-paper: #12351f;
    --half: #f2cc60; --half-paper: #3a2d05;
    --bad: #ff9d94; --bad-paper: #48150f;
  }
}
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
h1 { line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); line-height: 1.3; }
h3 { margin-top: 2.5rem; }
a { color: var(--link); }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover, h3 a:focus { text-decoration: underline; }
.made { color: var(--soft); font-size: 0.9rem; }
nav .made { margin: 1.5rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: 0.5rem 0; border-top: 1px solid var(--line); }
nav li a { font-weight: 600; }
nav .badge { margin-left: 0.5rem; }
nav li span { display: block; }
.badge {
  display: inline-block; padding: 0 0.5em; border: 1px solid; border-radius: 1em;
  margin: 0 0.5rem 0 0; font-size: 0.85rem; white-space: nowrap;
}
.holds { color: var(--good); background: var(--good-paper); }
.caveat { color: var(--half); background: var(--half-paper); }
.fails { color: var(--bad); background: var(--bad-paper); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
figure { margin: 1rem 0; overflow-x: auto; }
figure svg { display: block; min-width: 30rem; }
.wide { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
.caption { font-weight: 600; margin: 1rem 0 0.25rem; break-after: avoid; }
th { font-weight: 400; text-align: left; color: var(--soft); }
thead th { vertical-align: bottom; text-align: right; max-width: 10rem; }
td { text-align: right; white-space: nowrap; }
th, td { padding: 0.2rem 0.75rem 0.2rem 0; border-bottom: 1px solid var(--line); }
@media (max-width: 30rem) {
  dl { display: block; }
  dd { margin-bottom: 0.5rem; }
}
@media print {
  main { max-width: none; padding: 0; }
  h2, h3 { break-after: avoid; }
  dl, figure, tr { break-inside: avoid; }
  figure svg { min-width: 0; }
  figure, .wide { overflow: visible; }
  a { color: inherit; text-decoration: none; }
}
"""
