// A Web Worker with Python in it: starts Pyodide and our package from the files beside the page, then does what pool.js hands to it.
import { loadPyodide } from "../../pyodide/pyodide.js";

const ROOT = new URL("../../", import.meta.url);
const PYODIDE = new URL("pyodide/", ROOT).href;

/** Is a piece of work still wanted? As long as the page keeps the blob of this address. */
function isWanted(token) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", token, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

function say(header, content) {
  const given = typeof content === "string" ? content : content.toJs();
  postMessage({ event: "said", header: JSON.parse(header), content: given });
}

async function load(name) {
  const answer = await fetch(new URL(name, ROOT));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function start() {
  const [archive, runtime] = await Promise.all([load("elagage.zip"), import("../../pyodide/pyodide.asm.js")]);
  const python = await loadPyodide({ indexURL: PYODIDE, createPyodideModule: runtime.default });
  python.unpackArchive(archive, "zip");
  return python.pyimport("elagage.web.site.page_worker").PageWorker(say);
}

const started = start();
started.then(
  () => postMessage({ event: "ready" }),
  (error) => {
    console.error(error);
    postMessage({ event: "failed" });
  },
);

onmessage = async ({ data: { number, name, asked, earlier, token } }) => {
  const python = await started;
  python.do(number, name, asked, earlier, () => isWanted(token));
};
