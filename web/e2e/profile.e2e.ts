import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { row, write } from "./support/list";
import { until } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let ben: Person;
let harbour: NewWorkspace;
let office: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Kaduk");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
  office = await ben.makeWorkspace("Office", "OFF");
  await ada.invite(ben, harbour);
  await ben.invite(ada, office);
});
afterAll(() => stage?.close());

describe("the profile", () => {
  it("pf1_pf2: is edited on its page and reaches another person in another workspace at once", async () => {
    await ben.goto(`/w/${office.key}/settings/users`);
    await ada.goto(`/w/${harbour.key}/settings/profile`);
    await ada.page.getByRole("heading", { name: "Profile settings" }).waitFor();
    const field = (name: string) => ada.page.getByRole("textbox", { name });
    await field("Last name").fill("King");
    await field("Job title").fill("Chief engineer");
    await field("Department").fill("Machines");
    await field("Department").press("Enter");
    const users = ben.page.getByRole("table", { name: "Users of the workspace" });
    await users.getByText("Ada King").waitFor();
    await users.getByText("Chief engineer, Machines").waitFor();
    await ada.page.getByTitle("Ada King").waitFor();
    expect(await field("Username").isEditable()).toBe(false);
    expect(await faultsOf(ada.page)).toEqual([]);
    expect(await faultsOf(ben.page)).toEqual([]);
    await shoot(ada.page, "profile");
    await shoot(ben.page, "profile-users");
  });

  it("pf4: has a picture, which another person sees at once, and goes back to letters", async () => {
    const picture = ada.page.getByRole("group", { name: "Picture" });
    const chosen = ada.page.getByLabel("Picture to upload");
    await chosen.setInputFiles({ name: "a.txt", mimeType: "image/png", buffer: Buffer.from("text") });
    await picture.getByRole("alert").getByText("Choose a PNG, JPEG, WebP or GIF picture").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    // The browser draws a picture that is higher than wide.
    const drawn = await ada.page.evaluate(() => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [300, 500];
      const ink = canvas.getContext("2d");
      if (ink === null) return "";
      for (const [color, at] of [["#274c77", 0], ["#e07a5f", 150], ["#f2cc8f", 300]] as const) {
        ink.fillStyle = color;
        ink.fillRect(0, at, 300, 500);
      }
      return canvas.toDataURL("image/png").split(",")[1] ?? "";
    });
    await chosen.setInputFiles({ name: "ada.png", mimeType: "image/png", buffer: Buffer.from(drawn, "base64") });
    await picture.getByText("Saved").waitFor();
    const seen = ben.page.getByRole("table", { name: "Users of the workspace" }).getByRole("row", { name: /Ada King/ }).locator("img");
    await seen.waitFor();
    await until("the picture is shown", () => seen.evaluate((it) => (it as HTMLImageElement).naturalWidth === 96));
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "profile-picture");
    await shoot(ben.page, "profile-picture-users");
    await picture.getByRole("button", { name: "Remove picture" }).click();
    await seen.waitFor({ state: "detached" });
    expect(await picture.getByRole("button", { name: "Upload picture" }).evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it("pf1: a text that is too long is refused beside its field and stays, and Esc discards it", async () => {
    const title = ada.page.getByRole("textbox", { name: "Job title" });
    await title.fill("x".repeat(101));
    await ada.page.getByRole("textbox", { name: "Department" }).focus();
    await ada.page.getByRole("alert").getByText("At most 100 characters").waitFor();
    expect(await title.inputValue()).toBe("x".repeat(101));
    expect(await faultsOf(ada.page)).toEqual([]);
    await ada.shot("profile-too-long");
    await title.press("Escape");
    expect(await title.inputValue()).toBe("Chief engineer");
  });

  it("pf1: a change that the node does not get stays in its field with the reason", async () => {
    await ada.page.route("**/api/me/profile", (route) => route.abort());
    const department = ada.page.getByRole("textbox", { name: "Department" });
    await department.fill("Engines");
    await department.press("Enter");
    await ada.page.getByRole("alert").waitFor();
    expect(await department.inputValue()).toBe("Engines");
    await ada.page.unroute("**/api/me/profile");
    await department.press("Enter");
    await ben.page.getByText("Chief engineer, Engines").waitFor();
  });

  it("pf2: a list of people to mention names the job", async () => {
    await ada.goto(`/w/${harbour.key}/all`);
    await write(ada.page, "Paint the pier");
    await ben.goto(`/w/${harbour.key}/all`);
    await row(ben.page, "Paint the pier").getByRole("link").click();
    // A plain field stands in for the editor until its code has arrived, and offers people with a list of its own.
    await ben.page.locator('[contenteditable="true"][aria-label="Comment"]').fill("@ad");
    const offered = ben.page.getByRole("option", { name: "Ada King" });
    await offered.getByText("Chief engineer, Engines").waitFor();
    await offered.getByText(/^@ada/).waitFor();
    await ben.shot("profile-mention");
  });

  it("pf3: a new device opens the workspace that was open last, and another one once it is lost", async () => {
    await ben.goto(`/w/${harbour.key}`);
    const activeOf = async () => (await ben.call<{ user: { activeWorkspaceId: string | null } }>("/api/me")).user.activeWorkspaceId;
    await until("the account knows the workspace", async () => (await activeOf()) === harbour.id);
    const opens = async (name: string) => {
      const { context, page } = await stage.stranger();
      await context.request.post("/api/auth/sign-in", { data: { email: ben.email, password: ben.password } });
      await page.goto("/");
      await page.getByRole("button", { name: new RegExp(name) }).first().waitFor();
      await context.close();
    };
    await opens("Harbour");
    await ben.goto(`/w/${office.key}`);
    await until("the account knows the other workspace", async () => (await activeOf()) === office.id);
    await opens("Office");
    await ben.goto(`/w/${harbour.key}`);
    await until("the account knows the first workspace again", async () => (await activeOf()) === harbour.id);
    await ada.send(harbour, { kind: "member.remove", userId: ben.id });
    await until("the account has lost it", async () => (await activeOf()) === null);
    await opens("Office");
  });
});
