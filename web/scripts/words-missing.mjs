/**
 * Prints `file:line  text` for each text of the sources that is not in the catalogue, and fails if there is one:
 * JSX text, attributes that people see or hear, and literals that read as prose.
 *
 *   npm run words:missing -- src/features/kanban
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { allowed } from "./words-allowed.mjs";

const root = join(import.meta.dirname, "..");

/** Macros whose arguments are in the catalogue. */
const MACROS = new Set(["t", "msg", "defineMessage", "plural", "select", "selectOrdinal"]);
const ELEMENTS = new Set(["Trans", "Plural", "Select", "SelectOrdinal"]);
/** Attributes and properties whose value is shown or read aloud, even a single lower-case word. */
const SHOWN = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "title",
  "placeholder",
  "label",
  "alt",
  "text",
  "hint",
  "caption",
  "confirm",
  "cancel",
  "detail",
]);
/** Attributes and properties that hold no text. */
const SILENT = new Set(["className", "style", "id", "d", "viewBox", "href", "to", "rel", "type", "role", "keys", "key"]);
/** Functions whose arguments are for engineers, never for the screen. */
const ENGINEERS = new Set(["Error", "TypeError", "RangeError", "DOMException", "console", "querySelector", "querySelectorAll", "closest", "matches"]);

const LETTER = /\p{L}/u;
const PROSE = /^\p{Lu}\p{Ll}+…?$|^\p{Lu}\p{Ll}*[ ,.’']|[\p{L}\p{N},;:.!?’”'")] [\p{L}“"(]/u;
/** A literal part of a template that reads as prose: a word, then a space before the value or the next word. */
const PROSE_PART = /(?:^|[\s(“"])\p{L}{2,}[,.:;?!)”"]* |[ (“"]\p{L}{2,}(?:[\s,.:;?!)”"]|$)/u;
const CSS = /^\([a-z-]+: [a-z-]+\)$|(?:^|\s)(?:\d*\.?\d+(?:px|fr|ms|s|em|%)|var\(|calc\(|rgb|minmax|translate|auto|solid)|^\w+(?:-\w+)+ /;

const calleeName = (node) =>
  node.type === "Identifier" ? node.name : node.type === "MemberExpression" ? (node.object.name ?? node.property.name) : "";
const memberName = (node) => (node.type === "MemberExpression" ? node.property.name : "");
const keyName = ({ key }) => key?.name ?? key?.value;
const attributeName = ({ name }) => name.name ?? `${name.namespace.name}:${name.name.name}`;

/** True if a text at this place never reaches the screen. */
function isSilent(node, parents) {
  const parent = parents.at(-1);
  if (parent === undefined) return false;
  if (/^(Import|Export(All|Named)|TSLiteral|TSEnum|TSExternal|TSImport)/.test(parent.type)) return true;
  if (parent.type === "ExpressionStatement") return true;
  if (parent.type === "BinaryExpression" && /^[!=<>]|^in$/.test(parent.operator)) return true;
  if (parent.type === "SwitchCase") return true;
  if (parent.type === "MemberExpression" && parent.property === node) return true;
  if (parent.type === "Property" && parent.key === node) return true;
  return parents.some((one, at) => {
    const below = parents[at + 1] ?? node;
    if (one.type === "Property" && below === one.value && SILENT.has(keyName(one))) return true;
    if (one.type === "JSXAttribute") return SILENT.has(attributeName(one));
    if (one.type === "CallExpression" || one.type === "NewExpression") {
      const name = calleeName(one.callee);
      if (below === one.callee) return false;
      return MACROS.has(name) || ENGINEERS.has(name) || ENGINEERS.has(memberName(one.callee));
    }
    if (one.type === "TaggedTemplateExpression") return MACROS.has(one.tag.name) && below.type === "TemplateLiteral" && node === below;
    if (one.type === "JSXElement") return ELEMENTS.has(one.openingElement.name.name) && below.type !== "JSXOpeningElement";
    if (one.type === "JSXOpeningElement") return ELEMENTS.has(one.name.name);
    return false;
  });
}

/** True if the nearest attribute or property shows its value. */
function isShown(parents) {
  for (const node of [...parents].reverse()) {
    if (node.type === "JSXAttribute") return SHOWN.has(attributeName(node));
    if (node.type === "Property") return SHOWN.has(keyName(node));
    if (!/^(JSXExpressionContainer|ConditionalExpression|LogicalExpression|TemplateLiteral)$/.test(node.type)) return false;
  }
  return false;
}

function textOf(node, parents) {
  if (node.type === "JSXText") return LETTER.test(node.value) ? node.value.trim().replace(/\s+/g, " ") : null;
  if (node.type === "Literal" && typeof node.value === "string") {
    const { value } = node;
    if (!LETTER.test(value)) return null;
    const inElement = parents.at(-1)?.type === "JSXExpressionContainer" && parents.at(-2)?.type === "JSXElement";
    return inElement || isShown(parents) || (PROSE.test(value) && !CSS.test(value)) ? value : null;
  }
  if (node.type === "TemplateLiteral") {
    const parts = node.quasis.map(({ value }) => value.cooked ?? "");
    if (!parts.some((part) => LETTER.test(part))) return null;
    const whole = parts.join("…");
    if (CSS.test(whole)) return null;
    return isShown(parents) || parts.some((part) => PROSE_PART.test(part)) ? whole : null;
  }
  return null;
}

/** True if a text is fixed when its module loads, before the language is known: `t` outside a function. */
function isTooEarly(node, parents) {
  const macro = node.type === "TaggedTemplateExpression" ? node.tag.name : node.type === "CallExpression" ? node.callee.name : "";
  if (!["t", "plural", "select"].includes(macro)) return false;
  return !parents.some(({ type }) => /Function|MethodDefinition|PropertyDefinition/.test(type) || type === "CallExpression");
}

function* walk(node, parents) {
  yield [node, parents];
  for (const [key, child] of Object.entries(node)) {
    if (key === "parent" || typeof child !== "object" || child === null) continue;
    const below = [...parents, node];
    for (const one of Array.isArray(child) ? child : [child]) if (typeof one?.type === "string") yield* walk(one, below);
  }
}

/** The paths on the command line; without any, all sources. */
const asked = process.argv.slice(2);
const used = new Set();

function missingIn(file) {
  const path = relative(root, file);
  const source = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found = [];
  const note = (node, text) => found.push({ path, line: source.slice(0, node.start).split("\n").length, text });
  for (const [node, parents] of walk(program, [])) {
    if (isTooEarly(node, parents)) note(node, "`t` outside of a function: write `msg`, and `say` where it is shown");
    const text = textOf(node, parents);
    if (text !== null && !isSilent(node, parents) && !isAllowed(path, text)) note(node, text);
  }
  return found;
}

function isAllowed(path, text) {
  // `all` allows every text of a folder. A run for given paths ignores it, to show what is still missing there.
  const found = allowed.find((one) => path.startsWith(one.in) && (one.texts === "all" ? asked.length === 0 : one.texts.includes(text)));
  if (found) used.add(found);
  return found !== undefined;
}

const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path];

const files = (asked.length > 0 ? asked : ["src"])
  .flatMap((path) => filesBelow(join(root, path)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\/|\/wire\//.test(file))
  .sort();
const missing = files.flatMap(missingIn);
const lines = missing.map(({ path, line, text }) => `${path}:${line}  ${text}`);
if (asked.length === 0) {
  for (const one of allowed) {
    if (!used.has(one)) lines.push(`scripts/words-allowed.mjs: nothing needs ${JSON.stringify(one)}`);
  }
}
process.stdout.write(lines.map((line) => `${line}\n`).join(""));
process.exitCode = lines.length > 0 ? 1 : 0;
