import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addPasskey, Cancelled, canUsePasskeys, loadPasskeys } from "@/api/passkeys";
import type * as PasskeyCalls from "@/api/passkeys";
import { loadSecondFactor } from "@/api/secondFactor";
import type * as FactorCalls from "@/api/secondFactor";
import { Passkeys } from "./Passkeys";

vi.mock("@/api/passkeys", async (original) => ({
  ...(await original<typeof PasskeyCalls>()),
  addPasskey: vi.fn<typeof addPasskey>(),
  canUsePasskeys: vi.fn<typeof canUsePasskeys>(),
  loadPasskeys: vi.fn<typeof loadPasskeys>(),
}));
vi.mock("@/api/secondFactor", async (original) => ({ ...(await original<typeof FactorCalls>()), loadSecondFactor: vi.fn<typeof loadSecondFactor>() }));

const show = () => act(async () => render(<Passkeys email="ann@example.org" changed={0} onChanged={() => {}} />));
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const fill = async (label: string, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } });

beforeEach(() => {
  vi.mocked(canUsePasskeys).mockReturnValue(true);
  vi.mocked(loadSecondFactor).mockResolvedValue({ since: null, recoveryCodes: 0 });
});

describe("the passkeys of an account", () => {
  it("pk1: need a password first if the account was made at a provider", async () => {
    vi.mocked(loadPasskeys).mockResolvedValue({ hasPassword: false, passkeys: [] });
    await show();
    await press("Add passkey");
    expect(await screen.findByRole("dialog", { name: "Set a password" })).toBeTruthy();
  });

  it("pk1: need a new code after the browser's question was canceled, because the last code has been used", async () => {
    vi.mocked(loadPasskeys).mockResolvedValue({ hasPassword: true, passkeys: [] });
    vi.mocked(loadSecondFactor).mockResolvedValue({ since: "2030-05-01T12:00:00Z", recoveryCodes: 10 });
    vi.mocked(addPasskey).mockRejectedValue(new Cancelled());
    await show();
    await press("Add passkey");
    await fill("Password", "calm otter 77");
    await fill("Code from your app, or a recovery code", "123456");
    await press("Continue");
    expect(await screen.findByText("You canceled, but that code has been used. Enter a new one.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Code from your app, or a recovery code").value).toBe("");
  });
});
