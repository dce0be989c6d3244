import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { plainRow } from "@/sync/replica/replica";
import { emptyTables, isRowKind, viewOf, type Tables } from "@/sync/tables/tables";
import type { Ticket } from "@/wire/generated";
import { plain, readAddress, writeAddress } from "../arrange/address";
import { fieldsOf } from "../registry";
import { chipsIn, chipsOf, filterOf, heldBy, splitOf, type Chip } from "./chips";
import { Fault } from "./fault";
import { testOf } from "./holds";
import { comparable, languageOf } from "./language";
import { withIds, withNames } from "./print";
import { readFilter, readStored } from "./read";

/** Filters that the node has read, written and applied. The node's own code writes these vectors (`make types`). */
interface Vectors {
  day: string;
  me: string;
  fields: string[];
  rows: Record<string, { id: string }[]>;
  tickets: Ticket[];
  cases: ({ text: string } & ({ ids: string; names: string; passing: number[] } | { fault: { code: string; at: number } }))[];
}

// The vectors count days of moments in UTC.
beforeAll(() => void vi.stubEnv("TZ", "UTC"));
afterAll(() => void vi.unstubAllEnvs());

const { day, me, fields: words, rows, tickets, cases } = JSON.parse(readFileSync(join(import.meta.dirname, "vectors.generated.json"), "utf8")) as Vectors;

function tables(): Tables {
  const all = structuredClone(emptyTables) as unknown as Record<string, Record<string, unknown>>;
  for (const [kind, of] of Object.entries(rows)) if (isRowKind(kind)) all[kind] = Object.fromEntries(of.map((row) => [row.id, plainRow(kind, row)]));
  return all as unknown as Tables;
}

const config = { ...viewOf(tables(), null), me };
const fields = fieldsOf(config);
const language = languageOf(fields, config);
const passing = (text: string) => {
  const test = testOf(readFilter(text, language), language, { day, me });
  return tickets.flatMap((ticket, place) => (test(ticket) ? [place] : []));
};

function faultOf(text: string): { code: string; at: number } | null {
  try {
    readFilter(text, language);
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { code: error.code, at: error.at };
  }
}

describe("fl9 the filter language", () => {
  it("has the fields of the node", () => {
    expect(language.map(({ word }) => word).toSorted()).toEqual(words.toSorted());
    expect(fields.filter(({ value }) => comparable(value) !== null).map(({ word }) => word)).toEqual(language.map(({ word }) => word));
  });

  it("reads, writes and applies every filter as the node does", () => {
    expect(cases.length).toBeGreaterThan(200);
    for (const each of cases) {
      expect(faultOf(each.text), each.text).toEqual("fault" in each ? each.fault : null);
      if ("fault" in each) continue;
      const filter = readFilter(each.text, language);
      expect(withIds(filter, language), each.text).toBe(each.ids);
      expect(withNames(filter, language), each.text).toBe(each.names);
      expect(passing(each.text), each.text).toEqual(each.passing);
      expect(readStored(each.ids, language)).toEqual({ filter, leftOut: 0, isUnreadable: false });
    }
  });

  it("fl4 counts the characters of a text as the node does, and takes the same texts for blank", () => {
    const [ticket] = tickets;
    if (!ticket) throw new Error("no ticket");
    for (const text of ["😀".repeat(150), "😀".repeat(200), "\u00a0"]) {
      const test = testOf(readFilter(`title ~ "${text}"`, language), language, { day, me });
      expect(test({ ...ticket, title: `on ${text}!` }), text).toBe(true);
      expect(test({ ...ticket, title: "pier" }), text).toBe(false);
    }
    expect(faultOf(`title ~ "${"😀".repeat(201)}"`)?.code).toBe("longText");
    expect(faultOf('title ~ " \t"')?.code).toBe("blankText");
  });

  it("knows nobody by a name that every object has", () => {
    for (const name of ["constructor", "__proto__", "toString"]) for (const field of ["assignee", "status", "label", "list"]) expect(faultOf(`${field} = ${name}`)?.code, `${field} = ${name}`).toBe("unknownValue");
  });

  it("says where a fault ends, also for a word in quotes", () => {
    const meant = (text: string) => {
      try {
        readFilter(text, language);
        return null;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return [...text].slice(error.at, error.end).join("");
      }
    };
    expect(meant('😀 = 1')).toBe("😀");
    expect(meant('label = "no \\"such\\" label", none')).toBe('"no \\"such\\" label"');
    expect(meant('"No field" = x')).toBe('"No field"');
    expect(meant("due = soon")).toBe("soon");
    expect(meant("label ~ x")).toBe("~");
    expect(meant('due = today "and" x')).toBe('"and"');
    expect(meant(`title = "${"a".repeat(201)}"`)).toHaveLength(203);
    expect(meant("due = ")).toBe("");
  });

  it("fl5 leaves a name that is gone out of a stored filter", () => {
    const gone = "00000000-0000-0000-0000-0000000000ff";
    const stored = (text: string) => {
      const { filter, leftOut } = readStored(text, language);
      return [withIds(filter, language), leftOut];
    };
    expect(stored(`label != ${gone} and private = true`)).toEqual(["private = true", 1]);
    expect(stored(`not (label = ${gone} or ${gone} ~ x)`)).toEqual(["", 2]);
    expect(stored(`priority = ${gone}, day`)).toEqual(["priority = day", 1]);
    expect(stored("due = (")).toEqual(["", 1]);
    expect(readStored("due = (", language).isUnreadable).toBe(true);
    expect(readStored(`label = ${gone}`, language).isUnreadable).toBe(false);
  });
});

describe("fl10 chips and texts", () => {
  const typed = (text: string) => chipsOf(readFilter(text, language), fields, language);

  it("are one filter: a text becomes chips where chips can show it, and the rest stays a text", () => {
    const place = "00000000-0000-0000-0000-000000000051";
    expect(typed("priority = day, none and due <= yesterday and place !~ x and assignee = me, none and parent = any")).toEqual({
      filters: { priority: ["day", "none"], dueDate: ["..-1d"], [place]: ["not:x"], assignees: ["me", "none"] },
      filter: "parent = any",
    });
    expect(typed("priority = day or due = today")).toEqual({ filters: {}, filter: "priority = day or due = today" });
    expect(typed("priority = day and priority != week")).toEqual({ filters: { priority: ["day"] }, filter: "priority != week" });
    expect(typed("")).toEqual({ filters: {}, filter: "" });
  });

  it("give the same tickets together as the filter that they were made of", () => {
    for (const each of cases) {
      if ("fault" in each) continue;
      const whole = filterOf(typed(each.text), language);
      const test = testOf(whole, language, { day, me });
      expect(tickets.flatMap((ticket, at) => (test(ticket) ? [at] : [])), each.text).toEqual(each.passing);
    }
  });

  it("show a text with not, with all of and with several conditions of a field, which the address holds as a text", () => {
    const place = "00000000-0000-0000-0000-000000000051";
    const shown = (text: string): readonly (readonly string[])[] => {
      const { filters, filter } = typed(text);
      const split = splitOf(readStored(filter, language).filter, fields);
      return [...chipsIn(filters, split, language).map(({ field, joined, words }) => [field, joined, ...words]), ...(withIds(split.rest, language) === "" ? [] : [[withIds(split.rest, language)]])];
    };
    expect(shown("priority = day and priority != week")).toEqual([["priority", "any", "day"], ["priority", "none", "week"]]);
    expect(shown("assignee = me and assignee = none and assignee != me")).toEqual([["assignees", "any", "none"], ["assignees", "all", "me"], ["assignees", "none", "me"]]);
    expect(shown("assignee = me")).toEqual([["assignees", "any", "me"]]);
    expect(shown("not priority = any")).toEqual([["priority", "any", "none"]]);
    expect(shown("priority = any")).toEqual([["priority", "any", "any"]]);
    expect(shown("priority != day and priority != week and priority != none")).toEqual([["priority", "none", "day", "week", "none"]]);
    expect(shown("due >= today and due <= 7d and due != 2026-12-01")).toEqual([["dueDate", "any", "0d.."], ["dueDate", "any", "..7d"], ["dueDate", "none", "2026-12-01..2026-12-01"]]);
    expect(shown('place != "a" and place !~ "b" and not place = none')).toEqual([[place, "any", "not:b"], [place, "any", "any"], [place, "none", "same:a"]]);
    expect(shown("not due = week and not (priority = day and due = today)")).toEqual([["due != week and not (priority = day and due = today)"]]);
  });

  it("write the same text for the same chips, in whatever order they came", () => {
    const chips: Chip[] = [
      { field: "dueDate", joined: "none", words: ["2026-12-01..2026-12-01"] },
      { field: "priority", joined: "none", words: ["week"] },
      { field: "priority", joined: "any", words: ["day"] },
      { field: "assignees", joined: "all", words: ["me", "none"] },
      { field: "status", joined: "any", words: [] },
    ];
    const rest = readFilter("priority = day or due = today", language);
    const held = heldBy({ chips, rest }, language);
    expect(held).toEqual({ filters: { priority: ["day"] }, filter: "assignee = me and assignee = none and priority != week and due != 2026-12-01 and (priority = day or due = today)" });
    expect(heldBy({ chips: chips.toReversed(), rest }, language)).toEqual(held);
    expect(withIds(filterOf(held, language), language)).toBe("assignee = me and assignee = none and priority = day and priority != week and due != 2026-12-01 and (priority = day or due = today)");
  });

  it("stand in the address together", () => {
    const chips = typed('priority = day and (due = today or title ~ "a & b")');
    const search = writeAddress("", { ...plain, ...chips }, fields);
    expect(readAddress(search, fields)).toEqual({ ...plain, ...chips });
  });

  it("join several conditions of one chip", () => {
    const place = "00000000-0000-0000-0000-000000000051";
    const filter = filterOf({ filters: { [place]: ["has:a", "not:b", "none", "same:c"] }, filter: "" }, language);
    expect(withNames(filter, language)).toBe('"Place" ~ "a" or "Place" = none, "c" or "Place" !~ "b"');
  });
});
