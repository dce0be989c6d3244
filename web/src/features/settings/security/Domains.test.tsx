import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import { loadJoinDomains, removeJoinDomain, setJoinDomain } from "@/api/joinDomains";
import { Domains } from "./Domains";

vi.mock("@/api/joinDomains", () => ({
  loadJoinDomains: vi.fn<typeof loadJoinDomains>(),
  setJoinDomain: vi.fn<typeof setJoinDomain>(),
  removeJoinDomain: vi.fn<typeof removeJoinDomain>(),
}));

const team = { domain: "team.example", role: "member" as const, verified: true };
const old = { domain: "old.example", role: "guest" as const, verified: false };

beforeAll(() => import("@/ui/DialogParts"));
beforeEach(() => {
  vi.mocked(loadJoinDomains).mockReset().mockResolvedValue({ domains: [], own: "team.example" });
  vi.mocked(setJoinDomain).mockReset().mockResolvedValue({ domains: [team], own: "team.example" });
  vi.mocked(removeJoinDomain).mockReset().mockResolvedValue({ domains: [team], own: "team.example" });
});

const show = () => render(<Domains workspaceId="w" />);

/** The dialog with the form, whose code comes later. */
async function opened() {
  const add = await screen.findByRole("button", { name: "Add domain" });
  await act(async () => fireEvent.click(add));
  return within(await screen.findByRole("dialog", { name: "Add domain" }));
}

describe("the mail domains of a workspace", () => {
  it("ad1: are added in a dialog that suggests the domain of the owner's address", async () => {
    show();
    await screen.findByText("No domains. People join by invitation.");
    const dialog = await opened();
    expect((dialog.getByLabelText("Domain") as HTMLInputElement).value).toBe("team.example");
    await userEvent.click(dialog.getByRole("button", { name: "Add domain" }));
    await screen.findByText("New people join as members.");
    expect(setJoinDomain).toHaveBeenCalledExactlyOnceWith("w", { domain: "team.example", role: "member" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("ad2: a refusal is shown at the field, and the dialog stays open", async () => {
    vi.mocked(setJoinDomain).mockRejectedValue(new ApiError({ code: "validation_failed", status: 422, message: "Anyone can get an address at gmail.com.", field: "domain" }));
    show();
    const dialog = await opened();
    await userEvent.clear(dialog.getByLabelText("Domain"));
    await userEvent.click(dialog.getByRole("button", { name: "Add domain" }));
    await dialog.findByText("Enter a domain");
    expect(setJoinDomain).not.toHaveBeenCalled();
    await userEvent.type(dialog.getByLabelText("Domain"), "gmail.com{Enter}");
    await dialog.findByText("Anyone can get an address at gmail.com.");
    expect(dialog.getByLabelText("Domain").getAttribute("aria-invalid")).toBe("true");
  });

  it("ad2: the list marks a domain that is not verified, and its button removes it", async () => {
    vi.mocked(loadJoinDomains).mockResolvedValue({ domains: [old, team], own: null });
    show();
    await screen.findByText("Not verified: no owner has an address at old.example. Nobody can join with it.");
    expect(screen.getByRole("button", { name: "Role for old.example: Guest" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove old.example" }));
    expect(removeJoinDomain).toHaveBeenCalledExactlyOnceWith("w", "old.example");
    await screen.findByText("New people join as members.");
    expect(screen.queryByText("old.example")).toBeNull();
  });
});
