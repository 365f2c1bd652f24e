// Runs the engine in Pyodide under Node.js, and writes the standard library modules that it uses, compiled.
// Arguments: the folder of Pyodide's package, the msgspec wheel, the engine's bundle, the ZIP to write.
// The list is what is loaded after every import and a table with one hand, plus KEEP.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, wheel, bundle, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodideFolder, "pyodide.mjs")));
const bytes = (file) => new Uint8Array(fs.readFileSync(file));

const py = await loadPyodide({ indexURL: pyodideFolder + "/" });
py.unpackArchive(bytes(wheel), "whl");
py.FS.mkdirTree("/engine");
py.unpackArchive(bytes(bundle), "zip", { extractDir: "/engine" });
py.FS.mkdirTree("/build");
py.runPython(`
import sys
sys.path.insert(0, "/engine")
import config.tablet_engine as calls
calls.warm_up()
import traceback, linecache, tokenize, warnings, string, tempfile  # used when an error is told
KEEP = ("encodings.ascii", "encodings.latin_1", "encodings.utf_8", "encodings.idna", "stringprep", "bisect", "random")

import importlib, io, marshal, importlib.util, zipfile, zipimport
for name in KEEP:
    importlib.import_module(name)
archive = next(path for path in sys.path if path.endswith(".zip"))
names = {}
for module in list(sys.modules.values()):
    spec = getattr(module, "__spec__", None)
    origin = getattr(spec, "origin", None) or ""
    if origin.startswith(archive + "/"):
        names[origin.removeprefix(archive + "/")] = spec.name
source = zipfile.ZipFile(archive)
with zipfile.ZipFile("/build/stdlib.zip", "w", zipfile.ZIP_STORED) as out:
    for name in sorted(names):
        code = compile(source.read(name), name, "exec", dont_inherit=True, optimize=2)
        header = importlib.util.MAGIC_NUMBER + (0).to_bytes(12, "little")
        info = zipfile.ZipInfo(name + "c", (2000, 1, 1, 0, 0, 0))
        out.writestr(info, header + marshal.dumps(code))
print(len(names), "modules of the standard library")
`);
fs.writeFileSync(target, py.FS.readFile("/build/stdlib.zip"));
