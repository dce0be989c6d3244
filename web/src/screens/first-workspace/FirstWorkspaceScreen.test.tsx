import "fake-indexeddb/auto";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/api/session";
import { databaseName, databasesOf } from "@/sync/storage/databases";
import { openStorage } from "@/sync/storage/storage";
import { FirstWorkspaceScreen } from "./FirstWorkspaceScreen";

const name = { firstname: "Ada", lastname: "", username: "ada" };
const user = { id: "u1", email: "ada@troupe.example", ...name, avatarUrl: null, department: "", designation: "", activeWorkspaceId: null, createdAt: "2026-01-05T00:00:00Z" };
const command = { kind: "ticket.update", ticketId: "t1", patch: { title: "Never sent" } } as const;
const entry = { id: "c1", command, at: "2026-01-05T00:00:00Z", since: 1, state: { is: "waiting" }, stored: true, owner: "gone" } as const;

beforeAll(() => import("@/ui/DialogParts"));
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  useSession.setState({ status: "signedIn", user, workspaces: [], instanceOwner: false }, true);
});
afterEach(() => vi.unstubAllGlobals());

describe("the screen of who is in no workspace", () => {
  it("asks before edits are lost with the log-out, and then leaves nothing on this machine", async () => {
    const storage = await openStorage(user.id, "w1");
    await storage.put([entry]);
    storage.close();
    render(<FirstWorkspaceScreen />);
    await userEvent.click(screen.getByRole("button", { name: "Log out" }));
    const question = await screen.findByRole("alertdialog", { name: "Log out and lose 1 edit?" });
    expect(useSession.getState().status).toBe("signedIn");
    expect(await databasesOf(user.id)).toEqual([databaseName(user.id, "w1")]);
    const yes = [...question.querySelectorAll("button")].find(({ textContent }) => textContent === "Log out");
    await userEvent.click(yes as HTMLButtonElement);
    await waitFor(() => expect(useSession.getState().status).toBe("signedOut"));
    const left = (await indexedDB.databases()).map(({ name }) => name);
    expect(left).not.toContain(databaseName(user.id, "w1"));
  });
});
