import { describe, expect, it } from "vitest";
import { todo } from "@/sync/testing/rows";
import { builtIn } from "../builtIn";
import { NONE } from "../options";
import * as address from "./address";
import { plain, type Arrangement } from "./address";
import { unfiltered, type Filtering } from "./settings";

const readAddress = (search: string) => address.readAddress(search, builtIn);
const writeAddress = (search: string, arrangement: Arrangement) => address.writeAddress(search, arrangement, builtIn);
const writeFilters = (search: string, filtering: Filtering) => address.writeFilters(search, filtering, builtIn);

const arranged: Arrangement = {
  filters: { status: ["s1", "s2"], assignees: [NONE], labels: ["l1"], priority: ["day", "year"] },
  filter: 'not (priority = day or title ~ "a & b")',
  find: "key & lock",
  openOnly: true,
  group: "assignees",
  lanes: "priority",
  sort: "dueDate",
  descending: true,
  subtasks: "flat",
};

describe("an address", () => {
  it("holds filters, group and order, and gives them back", () => {
    const search = writeAddress("?view=kanban", arranged);
    expect(search).toBe("?view=kanban&group=assignee&lanes=priority&sort=-due&subtasks=flat&status=s1,s2&assignee=none&label=l1&priority=day,year&filter=not+%28priority+%3D+day+or+title+%7E+%22a+%26+b%22%29&find=key+%26+lock&show=open");
    expect(readAddress(search)).toEqual(arranged);
  });

  it("names nothing that is as by default, and takes out what was named before", () => {
    expect(writeAddress("?view=kanban&sort=due&label=l1", plain)).toBe("?view=kanban");
    expect(writeAddress("?group=none", plain)).toBe("");
  });

  it("takes other filters, and keeps group and order", () => {
    expect(writeFilters("?sort=-due&label=l1", { ...unfiltered, filters: { priority: ["day"] } })).toBe("?sort=-due&priority=day");
  });

  it("whose filters are cleared still names a setting, so that the place does not come filtered as it was left", () => {
    for (const search of ["?label=l1", "?view=kanban&label=l1"])
      expect(readAddress(writeFilters(search, unfiltered))).toEqual(plain);
    expect(writeFilters("?view=kanban&label=l1", unfiltered)).toBe("?view=kanban&group=status");
  });

  it("that names no setting leaves them to the place", () => {
    expect(readAddress("")).toBeNull();
    expect(readAddress("?view=kanban")).toBeNull();
  });

  it("is read without the values that mean nothing", () => {
    expect(readAddress("?sort=banana&group=swimlane&priority=day,whenever&status=,,")).toEqual({
      ...plain,
      filters: { priority: ["day"] },
    });
    expect(readAddress("?subtasks=sideways")).toEqual(plain);
    expect(readAddress("?sort=-")).toEqual(plain);
    expect(readAddress(`?find=${"a".repeat(1000)}`)?.find).toHaveLength(200);
    expect(readAddress(`?filter=${"a".repeat(9000)}`)?.filter).toHaveLength(4000);
    expect(readAddress(`?label=${Array.from({ length: 900 }, (_, at) => `l${at}`).join(",")}`)?.filters.labels).toHaveLength(100);
  });

  it("that names rows which are gone filters by those that are left", () => {
    const config = { workspace: null, members: {}, statuses: { s1: { ...todo, id: "s1" } }, lists: {}, labels: {}, attributes: {}, options: {}, systemAttributes: {}, taskTypes: {}, components: {}, fixVersions: {}, sprints: {}, shares: {}, me: null };
    const filters = address.knownFilters(arranged.filters, config, builtIn);
    expect(filters).toEqual({ status: ["s1"], assignees: [NONE], priority: ["day", "year"] });
  });
});
