import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "./support/faults";
import { mailedCode, type NewWorkspace, type Person } from "./support/person";
import { shoot } from "./support/shots";
import { setStage, type Stage } from "./support/stage";

let stage: Stage;
let ada: Person;
let harbour: NewWorkspace;

beforeAll(async () => {
  stage = await setStage({ TROUPE_SIGN_UP: "domains", TROUPE_SIGN_UP_DOMAINS: "troupe.example,team.example" });
  ada = await stage.person("Ada Byron");
  harbour = await ada.makeWorkspace("Harbour", "HAR");
});
afterAll(() => stage?.close());

describe("a server on which only some people may sign up", () => {
  it("su1_su2: says who may sign up, and refuses all others at the address", async () => {
    const { context, page } = await stage.stranger();
    await page.goto("/signup");
    await page.getByText("Sign up with an address at troupe.example, team.example.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sign-up-rule");
    await page.getByLabel("Email").fill("gus@elsewhere.example");
    await page.getByLabel("Password").fill("calm otter 77");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("You can't sign up with this address. Use an address at troupe.example, team.example, or open the link in your invitation.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shoot(page, "sign-up-refused");
    await context.close();
  });

  it("su2: lets an invited person sign up with any address", async () => {
    const { token } = await ada.call<{ token: string }>(`/api/workspaces/${harbour.id}/invitations`, { role: "member" });
    const { context, page } = await stage.stranger();
    await page.goto(`/signup?next=${encodeURIComponent(`/invite/${token}`)}`);
    await page.getByLabel("Email").fill("gus@elsewhere.example");
    await page.getByLabel("Password").fill("calm otter 77");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Confirm your address" }).waitFor();
    await page.getByLabel("Confirmation code").fill(await mailedCode(context, "gus@elsewhere.example"));
    await page.getByText("Harbour").first().waitFor();
    await context.close();
  });
});
