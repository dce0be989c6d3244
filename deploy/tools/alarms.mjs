// Reads the alarms, and every expression of the dashboard, as Prometheus would: by its own grammar. That each name in
// them is a figure that nodes have is asked of a node, in server/tests/it/metrics.rs.
//
//   node alarms.mjs ALARMS.yml DASHBOARD.json
import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { parse } from "yaml";

const [alarms, dashboard] = process.argv.slice(2);
const wrong = [];

/** Notes a problem unless `right` is true, and returns `right`. */
function asked(file, where, right, what) {
  if (!right) wrong.push(`${file}: ${where}: ${what}`);
  return Boolean(right);
}

/** The parser continues after an error and marks the node. */
function expression(file, where, text) {
  if (!asked(file, where, typeof text === "string" && text.trim() !== "", "there is no expression")) return;
  parser.parse(text).iterate({
    enter: (node) => void asked(file, where, !node.type.isError, `not PromQL from “${text.slice(node.from)}” on`),
  });
}

/** Prometheus refuses a file with an unknown key. */
function keys(file, where, thing, known) {
  for (const key of Object.keys(thing)) asked(file, where, known.includes(key), `there is no key ${key}`);
}

const file = parse(readFileSync(alarms, "utf8"));
keys(alarms, "the file", file, ["groups"]);
const names = new Set();
for (const group of file.groups ?? []) {
  keys(alarms, group.name, group, ["name", "interval", "rules"]);
  for (const rule of group.rules ?? []) {
    const where = rule.alert ?? "a rule without a name";
    keys(alarms, where, rule, ["alert", "expr", "for", "labels", "annotations"]);
    asked(alarms, where, /^[A-Z][A-Za-z]+$/.test(rule.alert ?? ""), "is no name of an alarm");
    asked(alarms, where, !names.has(rule.alert), "is there twice");
    asked(alarms, where, /^(\d+[smhd])?$/.test(rule.for ?? ""), `“${rule.for}” is no duration`);
    asked(alarms, where, rule.annotations?.summary, "has no summary");
    expression(alarms, where, rule.expr);
    names.add(rule.alert);
  }
}
asked(alarms, "the file", names.size > 0, "holds no alarm");

// Replaces Grafana's variables. `$job` stands inside quotes and may stay.
const filled = (text) => text?.replaceAll("$__rate_interval", "5m");
const panels = JSON.parse(readFileSync(dashboard, "utf8")).panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
for (const { title, targets } of panels) {
  for (const target of targets ?? []) expression(dashboard, title, filled(target.expr));
}

for (const line of wrong) console.error(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
