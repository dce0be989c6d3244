import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { row } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";
import { stored } from "./support/stored";

let stage: Stage;
let ada: Person;
beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
});
afterAll(() => stage?.close());

const secret = "Buy the old mill";

/** Notes from the first moment of each page whether the title of the task has ever been in it. */
const watchFor = (title: string) => `
  window.everShown = false;
  new MutationObserver(() => { window.everShown ||= document.documentElement.textContent.includes(${JSON.stringify(title)}); })
    .observe(document, { subtree: true, childList: true, characterData: true });`;
const everShown = (page: Page) => page.evaluate(() => (window as { everShown?: boolean }).everShown);

/** A person in a workspace of Ada, whose browser has stored a task of it and shows no page of the app. */
async function visited(name: string): Promise<{ person: Person; workspace: NewWorkspace }> {
  const person = await stage.person(name);
  const workspace = await ada.makeWorkspace("Mills", "MIL");
  await ada.invite(person, workspace);
  await ada.send(workspace, { kind: "ticket.create", ticketId: randomUUID(), title: secret });
  await person.context.addInitScript(watchFor(secret));
  await person.goto(`/w/${workspace.id}/all`);
  await row(person.page, secret).waitFor();
  expect(await everShown(person.page)).toBe(true);
  await until("the task is stored", async () => (await stored(person.page)).includes(secret));
  await person.page.goto("/favicon.svg");
  return { person, workspace };
}

describe("a workspace that is stored in the browser", () => {
  it("is shown before any socket has connected, if the person is still signed in", async () => {
    const { person, workspace } = await visited("Ben Nevis");
    await person.context.routeWebSocket(/\/api\/socket/, () => {});
    await person.context.route(/\/snapshot/, (route) => route.abort());
    await person.page.goto(`/w/${workspace.id}/all`);
    await row(person.page, secret).waitFor();
    await person.context.close();
  });

  it("of_5 is never shown if the session has ended meanwhile", async () => {
    const { person, workspace } = await visited("Cy Young");
    const { context } = await stage.stranger();
    const answer = await context.request.post("/api/auth/sign-in", { data: { email: person.email, password: person.password } });
    const { accessToken } = (await answer.json()) as { accessToken: string };
    await context.request.post("/api/auth/sign-out", { data: { everywhere: true }, headers: { authorization: `Bearer ${accessToken}` } });
    await person.page.goto(`/w/${workspace.id}/all`);
    await person.page.getByRole("button", { name: "Log in" }).waitFor();
    expect(await everShown(person.page)).toBe(false);
    await context.close();
    await person.context.close();
  });

  it("of_6 is never shown if the person has lost it meanwhile", async () => {
    const { person, workspace } = await visited("Dee Light");
    await ada.send(workspace, { kind: "member.remove", userId: person.id });
    await person.page.goto(`/w/${workspace.id}/all`);
    await person.page.getByText("Workspace not found").waitFor();
    expect(await everShown(person.page)).toBe(false);
    await person.context.close();
  });

  it("of_5 is never shown to another person who has signed in meanwhile", async () => {
    const { person, workspace } = await visited("Eve Online");
    const other = await stage.person("Fay Wray");
    await person.context.clearCookies();
    await person.context.request.post("/api/auth/sign-in", { data: { email: other.email, password: other.password } });
    await person.page.goto(`/w/${workspace.id}/all`);
    await person.page.getByText("Workspace not found").waitFor();
    expect(await everShown(person.page)).toBe(false);
    await person.context.close();
  });
});
