// One session of the official TypeScript client with the companion: @modelcontextprotocol/client
// (2.x) or @modelcontextprotocol/sdk (1.x).
//
// Reads one JSON object from stdin:
//
//     {"packages": node_modules, "major": 1 | 2, "mode": "legacy" | "auto",
//      "url": ..., "token": ... | null} or {"command": [...]}, and "steps": [[what, ...], ...]
//
// and prints one: {"protocol", "server", "instructions", "results": [...]}. A step is one of
//
//     ["tools"]  ["resources"]  ["templates"]  ["prompts"]  ["read", uri]  ["prompt", name, {..}]
//     ["call", name, {..}]           {"error", "content", "structured", "progress": [...]}
//     ["cancel", name, {..}]         given up at the first progress: what the client then says
//     ["complete", ref, argument]

import { readFileSync } from "node:fs";

const plan = JSON.parse(readFileSync(0, "utf-8"));
const load = (path) => import(`${plan.packages}/@modelcontextprotocol/${path}`);
const old = plan.major === 1;
const { Client } = await load(old ? "sdk/dist/esm/client/index.js" : "client/dist/index.mjs");
const stdio = await load(old ? "sdk/dist/esm/client/stdio.js" : "client/dist/stdio.mjs");
const http = await load(
  old ? "sdk/dist/esm/client/streamableHttp.js" : "client/dist/index.mjs",
);

const options = old ? {} : { versionNegotiation: { mode: plan.mode } };
const client = new Client({ name: "tests", version: "1" }, options);

function transport() {
  if (plan.command) {
    const [command, ...args] = plan.command;
    return new stdio.StdioClientTransport({ command, args, stderr: "ignore" });
  }
  const headers = plan.token ? { Authorization: `Bearer ${plan.token}` } : {};
  return new http.StreamableHTTPClientTransport(new URL(plan.url), { requestInit: { headers } });
}

function callTool(name, given, more) {
  const params = { name, arguments: given };
  return old ? client.callTool(params, undefined, more) : client.callTool(params, more);
}

const steps = {
  tools: async () => (await client.listTools()).tools,
  resources: async () => (await client.listResources()).resources,
  templates: async () => (await client.listResourceTemplates()).resourceTemplates,
  prompts: async () => (await client.listPrompts()).prompts,
  read: async (uri) => (await client.readResource({ uri })).contents,
  prompt: async (name, given) => (await client.getPrompt({ name, arguments: given })).messages,
  complete: async (ref, argument) => (await client.complete({ ref, argument })).completion,
  call: async (name, given) => {
    const progress = [];
    const onprogress = ({ progress: at, total }) => progress.push([at, total]);
    const result = await callTool(name, given, { onprogress });
    const { isError: error = false, content, structuredContent: structured } = result;
    return { error, content, structured, progress };
  },
  cancel: async (name, given) => {
    const giving = new AbortController();
    const onprogress = () => giving.abort("enough");
    try {
      await callTool(name, given, { onprogress, signal: giving.signal });
    } catch (problem) {
      return `${problem.message ?? problem}`;
    }
    return null;
  },
};

const way = transport();
let protocol = null;
if (old) {
  way.setProtocolVersion ??= () => {};
  const set = way.setProtocolVersion.bind(way);
  way.setProtocolVersion = (version) => set((protocol = version));
}
await client.connect(way);
const results = [];
for (const [what, ...given] of plan.steps) results.push(await steps[what](...given));
if (!old) protocol = client.getNegotiatedProtocolVersion();
const server = client.getServerVersion();
const instructions = client.getInstructions();
await client.close();
process.stdout.write(JSON.stringify({ protocol, server, instructions, results }));
