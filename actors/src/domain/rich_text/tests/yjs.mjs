// Pages with real copies of Yjs, for the test in yjs.rs. Each line of the input is a command, and each line of the output
// is its answer. All choices come from the seed of the run.
import { createInterface } from "node:readline";
import * as Y from "yjs";

const ID = "0192f3a0-0000-7000-8000-000000000001";
const WORDS = ["a", "bc", " d", "ß", "🦊", "x🦊y ", "\n", "*e*"];
const MARKS = ["bold", "italic", "strike", "underline", "code", "link"];
const CONTAINERS = ["blockquote", "listItem", "taskItem", "callout", "detailsContent"];
const DEEPEST = 8;

let pages = [];
let random = () => 0;

const seeded = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const below = (count) => Math.floor(random() * count);
const oneOf = (all) => all[below(all.length)];
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const text = (update) => Buffer.from(update).toString("base64");
const rootOf = (doc) => doc.getXmlFragment("default");
const isElement = (node) => node instanceof Y.XmlElement;
const isText = (node) => node instanceof Y.XmlText;
const valueOf = (mark) => (mark === "link" ? { href: "https://example.org/" + below(3), target: "_blank" } : {});

class Page {
  constructor(client, update) {
    this.doc = new Y.Doc();
    this.doc.clientID = client;
    Y.applyUpdate(this.doc, update);
    this.sent = [];
    this.doc.on("update", (made, origin) => origin !== "node" && this.sent.push(made));
    // The undo of the editor: own changes only, each transaction a step.
    this.undo = new Y.UndoManager(rootOf(this.doc), { captureTimeout: 0, trackedOrigins: new Set(["own"]) });
  }
}

/** All nodes below a node, with their depth. */
function nodesOf(parent, depth = 1) {
  return parent.toArray().flatMap((node) => [{ node, depth }, ...(isElement(node) ? nodesOf(node, depth + 1) : [])]);
}

const element = (name, attributes = {}, children = []) => {
  const made = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.insert(0, children);
  return made;
};
const written = (words = oneOf(WORDS)) => new Y.XmlText(words);
const paragraph = () => element("paragraph", {}, random() < 0.2 ? [] : [written()]);
const item = (name) => element(name, name === "taskItem" ? { checked: random() < 0.5 } : {}, [paragraph()]);
const cell = (name) => element(name, random() < 0.3 ? { align: "right", colspan: 1, rowspan: 1, colwidth: [80] } : {}, [paragraph()]);
const row = (name) => element("tableRow", {}, [cell(name), cell(name)]);

const BLOCKS = [
  paragraph,
  paragraph,
  () => element("heading", { level: 1 + below(6) }, [written()]),
  () => element("bulletList", {}, [item("listItem"), item("listItem")]),
  () => element("orderedList", { start: below(5), type: null }, [item("listItem")]),
  () => element("taskList", {}, [item("taskItem"), item("taskItem")]),
  () => element("codeBlock", { language: oneOf(["rust", null]) }, [written()]),
  () => element("horizontalRule"),
  () => element("table", {}, [row("tableHeader"), row("tableCell")]),
  () => element("callout", { kind: oneOf(["note", "tip", "warning"]) }, [paragraph()]),
  () => element("details", { open: random() < 0.5 }, [element("detailsSummary", {}, [written()]), element("detailsContent", {}, [paragraph()])]),
  () => element("blockquote", {}, [paragraph()]),
];
const INLINE = [
  () => element("hardBreak"),
  () => element("image", { src: `file:${ID}`, alt: "plan", width: 100 + below(9) }),
  () => element("mention", { id: ID, label: "ana", mentionSuggestionChar: "@" }),
  () => element("taskReference", { id: ID, label: "KEY-12" }),
];
const ATTRIBUTES = {
  heading: () => ["level", 1 + below(6)],
  orderedList: () => ["start", below(9)],
  taskItem: () => ["checked", random() < 0.5],
  codeBlock: () => ["language", oneOf(["rust", "c++"])],
  callout: () => ["kind", oneOf(["note", "tip", "caution"])],
  details: () => ["open", random() < 0.5],
  tableCell: () => ["align", oneOf(["left", "center"])],
  image: () => ["width", 1 + below(500)],
};

const holdsMarks = (node) => ["paragraph", "heading"].includes(node.parent.nodeName);

/** Where blocks may be put: the root, and nodes that hold blocks. */
const holders = (doc) => [
  rootOf(doc),
  ...nodesOf(rootOf(doc))
    .filter(({ node, depth }) => depth < DEEPEST && isElement(node) && CONTAINERS.includes(node.nodeName))
    .map(({ node }) => node),
];
const texts = (doc) => nodesOf(rootOf(doc)).flatMap(({ node }) => (isText(node) ? [node] : []));
const elements = (doc) => nodesOf(rootOf(doc)).flatMap(({ node }) => (isElement(node) ? [node] : []));

/** A place in a text that is not inside a letter of two units. */
function placeIn(node, from = 0) {
  const string = node.toDelta().map(({ insert }) => insert).join("");
  const at = from + below(string.length - from + 1);
  return at > 0 && /[\uDC00-\uDFFF]/.test(string[at] ?? "") ? at + 1 : at;
}

/** The part of a text behind a place, as a delta. */
function tailOf(node, at) {
  let skipped = 0;
  return node.toDelta().flatMap(({ insert, attributes }) => {
    const rest = insert.slice(Math.max(0, at - skipped));
    skipped += insert.length;
    return rest ? [{ insert: rest, attributes: attributes ?? {} }] : [];
  });
}

const EDITS = {
  type(doc) {
    const node = oneOf(texts(doc));
    if (!node) return;
    const marks = random() < 0.2 && holdsMarks(node) ? { [oneOf(MARKS.slice(0, 5))]: {} } : undefined;
    node.insert(placeIn(node), oneOf(WORDS), marks);
  },
  erase(doc) {
    const node = oneOf(texts(doc));
    if (!node) return;
    const from = placeIn(node);
    node.delete(from, placeIn(node, from) - from);
  },
  format(doc) {
    const node = oneOf(texts(doc).filter(holdsMarks));
    if (!node) return;
    const [from, mark] = [placeIn(node), oneOf(MARKS)];
    node.format(from, placeIn(node, from) - from, { [mark]: random() < 0.3 ? null : valueOf(mark) });
  },
  split(doc) {
    const node = oneOf(texts(doc).filter((it) => it.parent.nodeName === "paragraph"));
    if (!node || node.parent.parent === null) return;
    const [at, block] = [placeIn(node), node.parent];
    const tail = tailOf(node, at);
    if (node.length > at) node.delete(at, node.length - at);
    const after = new Y.XmlText();
    after.applyDelta(tail);
    const added = element("paragraph", {}, [after]);
    const inItem = ["listItem", "taskItem"].includes(block.parent.nodeName) && random() < 0.7;
    const [where, what] = inItem ? [block.parent, element(block.parent.nodeName, {}, [added])] : [block, added];
    where.parent.insertAfter(where, [what]);
  },
  join(doc) {
    const holder = oneOf(holders(doc));
    const blocks = holder.toArray();
    const at = below(blocks.length);
    const [one, two] = blocks.slice(at, at + 2).map((block) => block.nodeName === "paragraph" && block.toArray().find(isText));
    if (!one || !two) return;
    one.applyDelta([{ retain: one.length }, ...two.toDelta()]);
    holder.delete(at + 1, 1);
  },
  add(doc) {
    const holder = oneOf(holders(doc));
    holder.insert(below(holder.length + 1), [oneOf(BLOCKS)()]);
  },
  addItem(doc) {
    const list = oneOf(elements(doc).filter((it) => ["bulletList", "orderedList", "taskList"].includes(it.nodeName)));
    list?.insert(below(list.length + 1), [item(list.nodeName === "taskList" ? "taskItem" : "listItem")]);
  },
  addInline(doc) {
    const block = oneOf(elements(doc).filter((it) => it.nodeName === "paragraph"));
    block?.insert(below(block.length + 1), [oneOf([...INLINE, written])()]);
  },
  wrap(doc) {
    const holder = oneOf(holders(doc));
    if (holder.length === 0 || nodesOf(rootOf(doc)).some(({ depth }) => depth > 2 * DEEPEST)) return;
    const at = below(holder.length);
    const block = holder.get(at);
    const copy = block.clone();
    holder.delete(at, 1);
    const kind = oneOf(["bulletList", "taskList", "blockquote"]);
    const child = { bulletList: "listItem", taskList: "taskItem" }[kind];
    holder.insert(at, [element(kind, {}, [child ? element(child, {}, [copy]) : copy])]);
  },
  remove(doc) {
    const { node } = oneOf(nodesOf(rootOf(doc))) ?? {};
    if (node) node.parent.delete(node.parent.toArray().indexOf(node), 1);
  },
  change(doc) {
    const node = oneOf(elements(doc).filter((it) => it.nodeName in ATTRIBUTES));
    if (node) node.setAttribute(...ATTRIBUTES[node.nodeName]());
  },
};
const OFTEN = ["type", "type", "type", "type", "erase", "erase", "format", "format", "split", "join", "add", "addItem", "addInline", "wrap", "remove", "change"];

const partsOf = (parent) =>
  parent.toArray().map((node) => (isText(node) ? { runs: node.toDelta() } : { name: node.nodeName, attributes: node.getAttributes(), children: partsOf(node) }));

const COMMANDS = {
  begin(seed, count, update) {
    random = seeded(seed);
    pages = Array.from({ length: count }, (_, n) => new Page(1_000 * (seed + 1) + n, bytes(update)));
  },
  /** Edits, and answers with the updates. */
  edit(n) {
    const page = pages[n];
    const kind = random();
    if (kind < 0.08) page.undo.undo();
    else if (kind < 0.12) page.undo.redo();
    else page.doc.transact(() => Array.from({ length: 1 + below(3) }, () => EDITS[oneOf(OFTEN)](page.doc)), "own");
    return page.sent.splice(0).map(text);
  },
  take(n, updates) {
    for (const update of updates) Y.applyUpdate(pages[n].doc, bytes(update), "node");
  },
  vector: (n) => text(Y.encodeStateVector(pages[n].doc)),
  /** What a copy with this state vector lacks. */
  lacks: (n, vector) => text(Y.encodeStateAsUpdate(pages[n].doc, bytes(vector))),
  tree(n) {
    const { doc } = pages[n];
    return { tree: partsOf(rootOf(doc)), everything: text(Y.encodeStateAsUpdate(doc)), waits: doc.store.pendingStructs !== null || doc.store.pendingDs !== null };
  },
  /** The tree of a new copy. */
  read: (update) => partsOf(rootOf(new Page(1, bytes(update)).doc)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...rest] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(COMMANDS[name](...rest) ?? null)}\n`);
}
