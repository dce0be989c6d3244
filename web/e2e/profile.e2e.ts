import type { Page } from "playwright-core";
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

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const choose = (page: Page, file: File) => page.getByLabel("Picture to upload").setInputFiles(file);

/** Ada's picture in the table of users that another person sees. */
const pictureSeenBy = ({ page }: Person) =>
  page.getByRole("table", { name: "Users of the workspace" }).getByRole("row", { name: /Ada King/ }).locator("img");

/** A picture that the browser draws: its left half is red, its right half is blue. */
async function twoHalves(page: Page, size: { width: number; height: number }): Promise<File> {
  const drawn = await page.evaluate(({ width, height }) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const ink = canvas.getContext("2d");
    if (ink === null) return "";
    for (const [color, left] of [["red", 0], ["blue", width / 2]] as const) {
      ink.fillStyle = color;
      ink.fillRect(left, 0, width / 2, height);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, size);
  return { name: "halves.png", mimeType: "image/png", buffer: Buffer.from(drawn, "base64") };
}

/** The side of a stored picture, and its colors near both edges. */
const colorsOf = (page: Page, address: string) =>
  page.evaluate(async (from) => {
    const picture = await createImageBitmap(await (await fetch(from)).blob());
    const { width, height } = picture;
    const ink = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    ink?.drawImage(picture, 0, 0);
    const colorAt = (x: number) => {
      const [red = 0, , blue = 0] = ink?.getImageData(x, height / 2, 1, 1).data ?? [];
      return red > 200 && blue < 50 ? "red" : blue > 200 && red < 50 ? "blue" : `${red}, ${blue}`;
    };
    return { side: width, left: colorAt(8), right: colorAt(width - 8) };
  }, address);

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
    await choose(ada.page, { name: "a.txt", mimeType: "image/png", buffer: Buffer.from("text") });
    await picture.getByRole("alert").getByText("Choose a PNG, JPEG, WebP or GIF picture").waitFor();
    expect(await faultsOf(ada.page)).toEqual([]);
    await choose(ada.page, await twoHalves(ada.page, { width: 300, height: 500 }));
    await ada.page.getByRole("button", { name: "Save" }).click();
    await picture.getByText("Saved").waitFor();
    const seen = pictureSeenBy(ben);
    await seen.waitFor();
    await until("the picture is shown", () => seen.evaluate((it) => (it as HTMLImageElement).naturalWidth === 96));
    expect(await faultsOf(ada.page)).toEqual([]);
    await shoot(ada.page, "profile-picture");
    await shoot(ben.page, "profile-picture-users");
    await picture.getByRole("button", { name: "Remove picture" }).click();
    await seen.waitFor({ state: "detached" });
    expect(await picture.getByRole("button", { name: "Upload picture" }).evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it("pf4: is cropped by keyboard, wheel and pointer before it is sent, and Cancel sends nothing", async () => {
    const { page } = ada;
    const dialog = page.getByRole("dialog", { name: "Crop the picture" });
    const area = dialog.getByRole("application", { name: "Position of the picture" });
    const zoom = dialog.getByRole("slider", { name: "Zoom" });
    const upload = page.getByRole("button", { name: "Upload picture" });
    const halves = await twoHalves(page, { width: 1_200, height: 600 });
    const open = async () => {
      const chooser = page.waitForEvent("filechooser");
      await upload.click();
      await (await chooser).setFiles(halves);
      await dialog.waitFor();
    };
    await open();
    expect(await area.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "profile-crop");
    await area.press("+");
    await area.press("ArrowUp");
    expect(await zoom.getAttribute("aria-valuetext")).toBe("120%");
    await area.hover();
    await page.mouse.wheel(0, -500);
    await until("the wheel zooms", async () => Number.parseInt((await zoom.getAttribute("aria-valuetext")) ?? "", 10) > 300);
    await dialog.getByRole("button", { name: "Reset" }).click();
    expect(await zoom.getAttribute("aria-valuetext")).toBe("100%");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await upload.evaluate((it) => it === document.activeElement)).toBe(true);
    expect((await ada.call<{ user: { avatarUrl: string | null } }>("/api/me")).user.avatarUrl).toBeNull();
    const colorsSent = async () => {
      const seen = pictureSeenBy(ben);
      await seen.waitFor();
      const address = (await seen.getAttribute("src"))?.replace(/small$/, "large") ?? "";
      return colorsOf(ben.page, address);
    };
    // At first, the frame shows both halves. Ten steps of the left arrow move it to the right one.
    await open();
    for (let step = 0; step < 10; step += 1) await area.press("ArrowLeft");
    await shoot(page, "profile-crop-moved");
    await area.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await colorsSent()).toEqual({ side: 320, left: "blue", right: "blue" });
    await page.getByRole("button", { name: "Remove picture" }).click();
    await pictureSeenBy(ben).waitFor({ state: "detached" });
    // The pointer takes the picture by its middle, and shows the left half.
    await open();
    const { x, y, width, height } = (await area.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await page.route("**/api/me/picture", (route) => route.abort());
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute("**/api/me/picture");
    // The button still has the focus, and the picture is where it was.
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await colorsSent()).toEqual({ side: 320, left: "red", right: "red" });
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
