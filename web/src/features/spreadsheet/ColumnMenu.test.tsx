import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { defaultsOf, type Settings } from "@/fields/arrange/settings";
import { fieldsOf } from "@/fields/registry";
import { LocationProvider } from "@/lib/location";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf, viewer } from "@/sync/testing/capabilities";
import { ana, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { Capabilities } from "@/wire/generated";
import { useTotalKinds } from "./chosenTotals";
import { ColumnMenu } from "./ColumnMenu";
import { columnsOf } from "./columns";

beforeAll(() => import("@/ui/MenuParts"));

function shown(place: number, capabilities: Capabilities = capabilitiesOf.owner) {
  useTroupe.setState({ ...viewOf(smallTables(), workspaceId), me: ana, capabilities });
  const fields = fieldsOf(useTroupe.getState());
  const settings = { ...defaultsOf(fields), columns: ["status", "assignees"] };
  const columns = columnsOf(fields, settings.columns);
  const field = columns.at(place);
  if (!field) throw new Error("there is no such column");
  const onSettings = vi.fn<(patch: Partial<Settings>) => void>();
  const none = () => {};
  render(<ColumnMenu field={field} name={field.name()} columns={columns} settings={settings} open={false} onOpenChange={none} onFilter={none} onSettings={onSettings} />, { wrapper: LocationProvider });
  return { user: userEvent.setup(), onSettings };
}

function Chosen() {
  const [kinds, choose] = useTotalKinds();
  return (
    <>
      <p role="status">{kinds.status ?? "none"}</p>
      <button type="button" onClick={() => choose("status", "count")}>Count</button>
    </>
  );
}

const names = () => screen.getAllByRole("menuitem").map((item) => item.textContent);

it("the head ends with the hidden columns and a way to a new attribute", async () => {
  const { user, onSettings } = shown(-1);
  await act(async () => user.click(screen.getByRole("button", { name: "Add column" })));
  await screen.findByRole("menu");
  expect(names()).toEqual(expect.arrayContaining(["Priority", "Labels", "New attribute"]));
  expect(names()).not.toEqual(expect.arrayContaining(["Status"]));
  expect(names().at(-1)).toBe("New attribute");
  await act(async () => user.click(screen.getByRole("menuitem", { name: "Priority" })));
  expect(onSettings).toHaveBeenCalledWith({ columns: ["status", "assignees", "priority"] });
});

it("the browser keeps the chosen total of a column for the place", async () => {
  localStorage.clear();
  const { user } = shown(0);
  render(<Chosen />, { wrapper: LocationProvider });
  expect(screen.getByRole("status").textContent).toBe("none");
  await act(async () => user.click(screen.getByRole("button", { name: "Count" })));
  expect(screen.getByRole("status").textContent).toBe("count");
  expect(Object.values({ ...localStorage })).toContain('{"status":"count"}');
});

it("only the last column has it, and new attributes are offered to people who may make them", async () => {
  shown(0);
  expect(screen.queryByRole("button", { name: "Add column" })).toBeNull();
  const { user } = shown(-1, viewer);
  await act(async () => user.click(screen.getByRole("button", { name: "Add column" })));
  await screen.findByRole("menu");
  expect(names()).not.toContain("New attribute");
});
