import { describe, expect, it } from "vitest";
import type { With } from "@/fields/field";
import type { List } from "@/wire/generated";
import { byList } from "./byList";

const field = (id: string, listIds?: string[]) => ({ id, ...(listIds && { listIds }) }) as unknown as With<"panel">;
const list = (id: string, name: string, rank: string) => ({ id, name, rank, groupId: null, suggested: false }) as List;
const lists = { boats: list("boats", "Boats", "b"), nets: list("nets", "Nets", "n"), quay: list("quay", "Quay", "q") };
const ticketIn = (...ids: string[]) => ({ lists: ids.map((listId) => ({ listId, rank: "V" })) });

const shape = (fields: readonly With<"panel">[], ...of: string[]) => {
  const { everywhere, ofLists } = byList(fields, ticketIn(...of), { lists });
  return [everywhere.map(({ id }) => id), ...ofLists.map(({ names, fields: own }) => [names.join(" + "), ...own.map(({ id }) => id)])];
};

describe("at12 the attributes of a task, by list", () => {
  it("begin with those of the workspace, and stand under the name of their list", () => {
    const fields = [field("status"), field("mesh", ["nets"]), field("draught", ["boats"]), field("effort"), field("hull", ["boats"])];
    expect(shape(fields, "nets", "boats")).toEqual([["status", "effort"], ["Boats", "draught", "hull"], ["Nets", "mesh"]]);
  });

  it("stand under several lists if the task is in several lists of the attribute, behind those of one list", () => {
    const fields = [field("depth", ["boats", "quay"]), field("mesh", ["nets", "quay"])];
    expect(shape(fields, "boats", "nets", "quay")).toEqual([[], ["Boats + Quay", "depth"], ["Nets + Quay", "mesh"]]);
    expect(shape(fields, "boats", "nets")).toEqual([[], ["Boats", "depth"], ["Nets", "mesh"]]);
    expect(shape([...fields, field("mast", ["quay"])], "boats", "quay")).toEqual([[], ["Quay", "mesh", "mast"], ["Boats + Quay", "depth"]]);
  });

  it("have no heading for lists that the person does not see", () => {
    expect(shape([field("secret", ["hidden"])], "hidden")).toEqual([["secret"]]);
  });
});
