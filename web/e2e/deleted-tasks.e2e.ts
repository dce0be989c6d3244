import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  workspace = await ada.makeWorkspace("Harbour", "HAR");
  await ada.invite(ben, workspace);
});
afterAll(() => stage?.close());

/** Makes a task over the API, and deletes it permanently. */
async function deleted(person: Person, over: object): Promise<void> {
  const ticketId = randomUUID();
  await person.send(workspace, { kind: "ticket.create", ticketId, title: "A secret title", ...over });
  await person.send(workspace, { kind: "ticket.trash", ticketId });
  await person.send(workspace, { kind: "ticket.delete", ticketId });
}

const lines = ({ page }: Person) => page.getByRole("list", { name: "Deleted permanently" }).getByRole("listitem");

describe("tasks that were deleted permanently", () => {
  it("dt1, dt2: the trash says who deleted which task and when, and hides private tasks of others", async () => {
    await deleted(ben, {});
    await deleted(ben, { private: true });
    await deleted(ada, {});
    await ada.goto(`/w/${workspace.key}/trash`);
    await ada.page.getByRole("radio", { name: "Deleted permanently" }).click();
    await lines(ada).first().waitFor();
    const texts = await lines(ada).allTextContents();
    expect(texts.map((text) => /^(HAR-\d+)Deleted by (\w+)/.exec(text)?.slice(1))).toEqual([["HAR-2", "Ada"], ["HAR-1", "Ben"]]);
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "deleted-tasks");
  });

  it("dt2: a guest reads about their own deletions alone", async () => {
    await ada.send(workspace, { kind: "member.setRole", userId: ben.id, role: "guest" });
    await ben.goto(`/w/${workspace.key}/trash`);
    await ben.page.getByText("The trash is empty").waitFor();
    await ben.page.getByRole("radio", { name: "Deleted permanently" }).click();
    expect(await lines(ben).count()).toBeLessThanOrEqual(1);
  });
});
