// The heap that imports keep where words have 32 bits: node heap_32.mjs PORT TREE, names on stdin.
//
// PORT is micropython.mjs of MicroPython's port to WebAssembly, TREE what sim/stage.py has made.
// What the port lacks is nothing here: only the modules of the tree count. A collection runs only
// between two calls from JavaScript, so each import is one.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [port, tree] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(port));
let said = "";
const python = await loadMicroPython({
    heapsize: 16 << 20,
    linebuffer: true,
    stdout: (line) => (said = line),
});

function copy(from, to) {
    python.FS.mkdirTree(to);
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
        const [source, target] = [path.join(from, entry.name), `${to}/${entry.name}`];
        if (entry.isDirectory()) copy(source, target);
        else python.FS.writeFile(target, fs.readFileSync(source));
    }
}

copy(tree, "/tree");
python.runPython(`
import gc, sys

class Absent:
    def __init__(self, real=None):
        self._real = real

    def __getattr__(self, name):
        return getattr(self._real, name, 0)

for name in ("hashlib", "os"):
    sys.modules[name] = Absent(__import__(name))
for name in ("btree", "cryptolib", "select", "socket", "ssl", "tls", "usocket", "vfs"):
    sys.modules[name] = Absent()
sys.path[:0] = ["/tree/chip/lib", "/tree/chip", "/tree/rom/frozen", "/tree/rom/sim/port", "/tree/rom"]
`);
python.runPython("gc.collect()");
python.runPython("before = gc.mem_alloc()");
for (const name of fs.readFileSync(0, "utf8").split(" ")) python.runPython(`__import__("${name}")`);
python.runPython("gc.collect()");
python.runPython("print(gc.mem_alloc() - before)");
console.log(said);
