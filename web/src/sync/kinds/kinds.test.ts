import { describe as about, expect, it } from "vitest";
import type { Command } from "@/wire/generated";
import { Draft } from "../tables/tables";
import { ana, workspaceId } from "../testing/rows";
import { smallTables } from "../testing/tab";
import { importJob } from "./import";
import type { Kind, KnownToDescribe } from "./kind";
import { describe, inverseOf, predict, stepNameOf, touchesOf } from "./kinds";
import { World } from "./world";

about("a kind of entity", () => {
  it("does not compile where a command or a part of a command is missing", () => {
    // @ts-expect-error The commands of labels are missing.
    const empty: Kind<"label"> = { commands: {} };
    // @ts-expect-error The commands of links miss `predict`, `inverse` and more.
    const partless: Kind<"link"> = { commands: { "link.create": {}, "link.delete": {} } };
    expect([empty, partless]).toHaveLength(2);
    expect(importJob.commands).toEqual({});
  });
});

about("a command of another build", () => {
  // The name of a function that every object has is no command either.
  it.each(["comet.start", "constructor", "toString"])("%s is left to the node", (kind) => {
    const command = { kind, cometId: "s" } as unknown as Command;
    const tables = smallTables();
    const world = new World(tables, {});
    predict(world, command, { me: ana, workspaceId, at: "2026-01-05T10:00:00Z", commandId: "c" });
    expect(world.rows.finish()).toBe(tables);
    expect(inverseOf({ rows: new Draft(tables), details: {}, me: ana }, command)).toBeNull();
    expect([touchesOf(command), stepNameOf(command)]).toEqual([[], "changes"]);
    const described = describe({} as KnownToDescribe, command);
    expect(described).toEqual({ what: "An edit that this version doesn't recognize", text: null });
  });
});
