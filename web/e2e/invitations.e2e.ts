import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "./support/node";
import { mailedCode, type NewWorkspace, type Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let owner: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  stage = await setStage();
  owner = await stage.person("Olga Owner");
});
afterAll(() => stage?.close());
beforeEach(async () => {
  workspace = await owner.makeWorkspace("Harbour");
  await owner.goto(`/w/${workspace.id}/settings/users`);
});

const fresh = (name: string) => `${name}.${randomUUID().slice(0, 8)}@troupe.example`;
const pending = ({ page }: Person) => page.getByRole("table", { name: "Pending invitations" });
const line = (person: Person, what: string) => pending(person).getByRole("row").filter({ hasText: what });

/** Invites people in the dialog, and waits until it has closed. */
async function invite({ page }: Person, addresses: string) {
  await page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people to Harbour" });
  await paste(page, addresses);
  await dialog.getByRole("button", { name: /^Send/ }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Pastes a text into the field of addresses. */
async function paste(page: Page, text: string) {
  await page.getByRole("textbox", { name: "Email addresses" }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The path of the page in the newest mail to an address. */
async function mailedLink(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as { messages: { link?: string }[] };
  const link = messages[0]?.link;
  if (link === undefined) throw new Error(`No link was mailed to ${email}`);
  return new URL(link).pathname;
}

describe("invitations by email", () => {
  it("reach two people: one signs up through the mail, one has an account and accepts on the page without workspaces", async () => {
    const [stranger, ann] = [fresh("new"), await stage.person("Ann Known")];
    await owner.page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
    const dialog = owner.page.getByRole("dialog", { name: "Invite people to Harbour" });
    await paste(owner.page, `${stranger}, nonsense;\n${ann.email}`);
    await dialog.getByText("nonsense isn't an email address.").waitFor();
    await shoot(owner.page, "invite-by-mail");
    await dialog.getByRole("button", { name: "Remove nonsense" }).click();
    await dialog.getByRole("button", { name: "Send 2 invitations" }).click();
    await dialog.waitFor({ state: "detached" });
    await line(owner, stranger).getByRole("cell", { name: /^Open until/ }).waitFor();
    expect(await pending(owner).getByRole("row").count()).toBe(3);
    await shoot(owner.page, "pending-invitations");

    const { context, page } = await stage.stranger();
    await page.goto(await mailedLink(context, stranger));
    await page.getByText("Olga Owner invited you to join as a member.").waitFor();
    await shoot(page, "invitation-signed-out");
    await page.getByRole("button", { name: "Create account" }).click();
    expect(await page.getByLabel("Email").inputValue()).toBe(stranger);
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    await page.getByLabel("Confirmation code").fill(await mailedCode(context, stranger));
    await page.getByRole("button", { name: "Join Harbour" }).waitFor();
    await shoot(page, "invitation-signed-in");
    await page.getByRole("button", { name: "Join Harbour" }).click();
    await page.getByRole("navigation", { name: "Workspace" }).getByText("Harbour").waitFor();
    await context.close();

    await ann.page.goto("/");
    const invitations = ann.page.getByRole("list", { name: "Invitations" });
    await invitations.getByText("Harbour", { exact: true }).waitFor();
    await shoot(ann.page, "no-workspaces");
    await invitations.getByRole("button", { name: "Join Harbour" }).click();
    await ann.page.getByRole("navigation", { name: "Workspace" }).getByText("Harbour").waitFor();
    await ann.context.close();
    await owner.page.reload();
    await owner.page.getByRole("table", { name: "Users of the workspace" }).getByText("Ann Known").waitFor();
    expect(await pending(owner).count()).toBe(0);
  });

  it("give any role that the inviter has, also those that the workspace defines", async () => {
    const { page } = owner;
    const cleo = await stage.person("Cleo Commenter");
    await page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite people to Harbour" });
    const roles = dialog.getByLabel("Role");
    await expect.poll(() => roles.getByRole("option").allTextContents()).toEqual(["Admin", "Member", "Commenter", "Viewer", "Guest"]);
    await roles.selectOption({ label: "Commenter" });
    await dialog.getByText("Reads all open lists and tasks, and comments on them.").waitFor();
    await shoot(page, "invite-role");
    await paste(page, cleo.email);
    await dialog.getByRole("button", { name: /^Send/ }).click();
    await dialog.waitFor({ state: "detached" });
    await line(owner, cleo.email).getByRole("cell", { name: "Commenter", exact: true }).waitFor();
    await cleo.page.goto(await mailedLink(owner.context, cleo.email));
    await cleo.page.getByText("Olga Owner invited you to join as Commenter.").waitFor();
    await cleo.page.getByRole("button", { name: "Join Harbour" }).click();
    await cleo.page.getByRole("navigation", { name: "Workspace" }).getByText("Harbour").waitFor();
    await page.getByRole("button", { name: "Role of Cleo Commenter: Commenter" }).waitFor();
    await cleo.context.close();
  });

  it("let a client in as a guest, who sees the shared list and nothing else", async () => {
    const { page } = owner;
    const [listId, ticketId] = [randomUUID(), randomUUID()];
    await owner.send(workspace, { kind: "list.create", listId, name: "Client work", restricted: true });
    await owner.send(workspace, { kind: "ticket.create", ticketId, title: "For the client", listIds: [listId] });
    await owner.send(workspace, { kind: "list.create", listId: randomUUID(), name: "Our secrets", restricted: true });
    await page.getByRole("navigation", { name: "Workspace" }).getByText("Our secrets").waitFor();
    const client = fresh("client");
    await page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite people to Harbour" });
    await paste(page, client);
    await dialog.getByLabel("Role").selectOption({ label: "Guest" });
    await dialog.getByRole("button", { name: /^Send/ }).click();
    await dialog.getByText("Choose at least one list that a guest can see.").waitFor();
    await dialog.getByLabel("Lists", { exact: true }).selectOption({ label: "Client work" });
    const access = dialog.getByLabel("Access to Client work");
    expect(await access.getByRole("option").allTextContents()).toEqual(["Edit", "Comment", "View"]);
    await access.selectOption({ label: "Comment" });
    await shoot(page, "invite-guest");
    await dialog.getByRole("button", { name: /^Send/ }).click();
    await dialog.waitFor({ state: "detached" });
    await line(owner, client).getByText("Client work: Comment").waitFor();

    const guest = await stage.stranger();
    await guest.page.goto(await mailedLink(guest.context, client));
    await guest.page.getByText("Olga Owner invited you to join as a guest.").waitFor();
    await guest.page.getByText("You get access to 1 restricted list.").waitFor();
    expect(await guest.page.content()).not.toContain("Client work");
    await guest.page.getByRole("button", { name: "Create account" }).click();
    await guest.page.getByLabel("Password").fill("correct horse");
    await guest.page.getByRole("button", { name: "Create account" }).click();
    await guest.page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    await guest.page.getByLabel("Confirmation code").fill(await mailedCode(guest.context, client));
    await guest.page.getByRole("button", { name: "Join Harbour" }).click();
    const sidebar = guest.page.getByRole("navigation", { name: "Workspace" });
    await sidebar.getByText("Client work").click();
    await guest.page.getByRole("main").getByText("For the client").first().waitFor();
    await shoot(guest.page, "guest-in-a-list");
    for (const unseen of ["Our secrets", "General", "Backlog"]) expect(await sidebar.getByText(unseen).count(), unseen).toBe(0);
    await guest.context.close();

    const row = page.getByRole("table", { name: "Users of the workspace" }).getByRole("row").filter({ hasText: client });
    await row.getByRole("cell", { name: "Client work" }).waitFor();
    await shoot(page, "users-with-a-guest");
  });

  it("are refused to another account, which can log in anew", async () => {
    const ann = await stage.person("Ann Meant");
    const eve = await stage.person("Eve Else");
    await invite(owner, ann.email);
    const path = await mailedLink(owner.context, ann.email);
    await eve.page.goto(path);
    await eve.page.getByRole("heading", { name: "This invitation is for another account" }).waitFor();
    await shoot(eve.page, "invitation-wrong-account");
    await eve.page.getByRole("button", { name: "Log in with another account" }).click();
    await eve.page.getByRole("link", { name: "Log in" }).click();
    expect(await eve.page.getByLabel("Email").inputValue()).toBe(ann.email);
    await eve.page.getByLabel("Password").fill(ann.password);
    await eve.page.getByRole("button", { name: "Log in" }).click();
    await eve.page.getByRole("button", { name: "Join Harbour" }).click();
    await eve.page.getByRole("navigation", { name: "Workspace" }).getByText("Harbour").waitFor();
    await eve.page.goto(path);
    await eve.page.getByRole("heading", { name: /^This invitation can't be used again/ }).waitFor();
    for (const person of [ann, eve]) await person.context.close();
  });

  it("admit no one once they are revoked, expired or declined, and can be sent again", async () => {
    const [revoked, declines] = [fresh("revoked"), await stage.person("Dan Declines")];
    await invite(owner, `${revoked} ${declines.email}`);
    const path = await mailedLink(owner.context, revoked);
    await line(owner, revoked).getByRole("button", { name: /^Revoke/ }).click();
    await owner.page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await line(owner, revoked).waitFor({ state: "detached" });
    const { context, page } = await stage.stranger();
    await page.goto(path);
    await page.getByRole("heading", { name: "This invitation was revoked" }).waitFor();
    await shoot(page, "invitation-revoked");
    await context.close();

    await line(owner, declines.email).getByRole("button", { name: /^Send the invitation/ }).click();
    await owner.page.getByText(`Invitation sent again to ${declines.email}`).waitFor();
    await declines.page.goto("/");
    await declines.page.getByRole("button", { name: "Decline the invitation to Harbour" }).click();
    await declines.page.getByText("Invitation to Harbour declined").waitFor();
    await declines.page.getByRole("heading", { name: "Your workspace" }).waitFor();
    await declines.context.close();
    await owner.page.reload();
    await line(owner, declines.email).getByRole("cell", { name: /^Declined/ }).waitFor();
    await line(owner, declines.email).getByRole("button", { name: /^Remove the invitation/ }).click();
    await pending(owner).waitFor({ state: "detached" });
  });

  it("say that they have expired, and whom to ask", async () => {
    const { context, page } = await stage.stranger();
    // No test waits for a day.
    const error = { code: "invite_expired", message: "This invitation has expired." };
    await page.route("**/api/invitations/*", (route) => route.fulfill({ status: 410, json: { error } }));
    await page.goto(`/invite/${"0".repeat(64)}`);
    await page.getByRole("heading", { name: "This invitation has expired" }).waitFor();
    await page.getByText("Ask the person who invited you for a new one.").waitFor();
    await page.getByRole("link", { name: "Log in" }).waitFor();
    await context.close();
  });

  it("name each address that is already in", async () => {
    const mia = await stage.person("Mia Member");
    await owner.invite(mia, workspace);
    await invite(owner, fresh("first"));
    await owner.page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
    const dialog = owner.page.getByRole("dialog", { name: "Invite people to Harbour" });
    await paste(owner.page, `${mia.email} ${fresh("second")}`);
    await dialog.getByRole("button", { name: "Send 2 invitations" }).click();
    await dialog.getByText(`${mia.email} is already a member.`).waitFor();
    await shoot(owner.page, "invite-refused");
    await dialog.getByRole("button", { name: `Remove ${mia.email}` }).click();
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await dialog.waitFor({ state: "detached" });
    await until("both are pending", async () => (await pending(owner).getByRole("row").count()) === 3);
    await mia.context.close();
  });
});

describe("an invite link", () => {
  it("is for the chosen number of people and shown once", async () => {
    await owner.page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
    const dialog = owner.page.getByRole("dialog", { name: "Invite people to Harbour" });
    await dialog.getByText("By link").click();
    await dialog.getByLabel("Can be used by").selectOption({ label: "5 people" });
    await dialog.getByLabel("Expires after").selectOption({ label: "30 days" });
    await dialog.getByRole("button", { name: "Create invite link" }).click();
    await dialog.getByText("5 people can join with this link").waitFor();
    await shoot(owner.page, "invite-by-link");
    const link = await dialog.getByRole("textbox", { name: "Invite link" }).inputValue();
    await owner.page.keyboard.press("Escape");
    const people = [await stage.person("Una Erste"), await stage.person("Duo Zweite")];
    for (const { page, context } of people) {
      await page.goto(new URL(link).pathname);
      await page.getByRole("button", { name: "Join Harbour" }).click();
      await page.getByRole("navigation", { name: "Workspace" }).getByText("Harbour").waitFor();
      await page.goto(new URL(link).pathname);
      await page.getByRole("heading", { name: "You're already in Harbour" }).waitFor();
      await context.close();
    }
    await owner.page.reload();
    await line(owner, "Link for 5 people, 2 joined").waitFor();
    expect(await owner.page.content()).not.toContain(link.split("/").at(-1));
  });
});
