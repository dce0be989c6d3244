import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadLinkedAccounts, loadProviders } from "@/api/hosted";
import type * as Calls from "@/api/hosted";
import { WaysIn } from "./WaysIn";

vi.mock("@/api/hosted", async (original) => ({
  ...(await original<typeof Calls>()),
  loadLinkedAccounts: vi.fn<typeof loadLinkedAccounts>(),
  loadProviders: vi.fn<typeof loadProviders>(),
}));

const acme = { id: "acme", name: "Acme ID" };
const linked = { id: "1", provider: "acme", name: "Acme ID", email: "ann@acme.example", createdAt: "2030-05-01T12:00:00Z", usedAt: null };
const button = (name: string) => screen.queryByRole("button", { name });
const show = () => act(async () => render(<WaysIn email="ann@example.org" changed={0} onChangePassword={() => {}} onChanged={() => {}} />));

beforeEach(() => {
  vi.mocked(loadProviders).mockResolvedValue([acme]);
});

describe("the ways in to an account", () => {
  it("are a password and the providers that can be linked", async () => {
    vi.mocked(loadLinkedAccounts).mockResolvedValue({ hasPassword: true, accounts: [], passkeys: 0 });
    await show();
    expect(button("Change password")).not.toBeNull();
    expect(button("Remove password")).toBeNull();
    expect(button("Link Acme ID")).not.toBeNull();
  });

  it("hs9: without a password, nothing can be linked, and the password can be set", async () => {
    vi.mocked(loadLinkedAccounts).mockResolvedValue({ hasPassword: false, accounts: [linked], passkeys: 0 });
    vi.mocked(loadProviders).mockResolvedValue([acme, { id: "other", name: "Other" }]);
    await show();
    expect(button("Set a password")).not.toBeNull();
    expect(button("Link Other")).toBeNull();
    expect(button("Replace Acme ID")).toBeNull();
    expect(button("Unlink Acme ID")).not.toBeNull();
    expect(screen.getByText("ann@acme.example · Not used yet")).toBeTruthy();
  });

  it("pk6: with a passkey, the password can be removed", async () => {
    vi.mocked(loadLinkedAccounts).mockResolvedValue({ hasPassword: true, accounts: [], passkeys: 1 });
    await show();
    expect(button("Remove password")).not.toBeNull();
    expect(button("Change password")).not.toBeNull();
  });

  it("a provider that the server no longer offers can only be unlinked", async () => {
    const former = { ...linked, provider: null, name: "https://id.former.example" };
    vi.mocked(loadLinkedAccounts).mockResolvedValue({ hasPassword: true, accounts: [former], passkeys: 0 });
    vi.mocked(loadProviders).mockResolvedValue([]);
    await show();
    expect(button("Unlink https://id.former.example")).not.toBeNull();
    expect(button("Replace https://id.former.example")).toBeNull();
  });

  it("say so if they cannot be loaded, and the password can still be changed", async () => {
    vi.mocked(loadLinkedAccounts).mockRejectedValue(new Error("away"));
    await show();
    expect(screen.getByText("Your linked accounts couldn't be loaded.")).toBeTruthy();
    expect(button("Change password")).not.toBeNull();
  });
});
