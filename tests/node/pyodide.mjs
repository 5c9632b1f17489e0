// Runs a program of Python in Pyodide: node pyodide.mjs ARCHIVE PROGRAM
// The archive (a wheel will do) is unpacked into Pyodide's own memory; nothing else is there.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [archive, program] = process.argv.slice(2);
const pyodide = await loadPyodide();
const bytes = readFileSync(archive);
pyodide.unpackArchive(
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), "zip",
  { extractDir: "/home/pyodide" },
);
pyodide.globals.set("program", readFileSync(program, "utf8"));
process.exitCode = pyodide.runPython(`
import sys
sys.path.insert(0, "/home/pyodide")
try:
    exec(compile(program, "program", "exec"), {"__name__": "__main__"})
    code = 0
except SystemExit as end:
    code = end.code or 0
code
`);
