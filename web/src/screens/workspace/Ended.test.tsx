import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { noteWaiting } from "@/api/factorRule";
import { useSession } from "@/api/session";
import { useTroupe } from "@/sync/store";
import type { RefusedCommand } from "@/sync/types";
import type { Membership } from "@/wire/http.generated";
import { Ended } from "./Ended";

vi.mock("@/api/factorRule", () => ({ noteWaiting: vi.fn<(id: string) => Promise<boolean>>() }));

const refused: RefusedCommand = {
  id: "c1",
  command: { kind: "ticket.update", ticketId: "t1", patch: { description: "Words of a member" } },
  at: "2026-01-05T00:00:00Z",
  error: { code: "forbidden", message: "You may not do that." },
};

const key = "troupe.draft.task.w1.ana";
const workspace = { id: "w1", role: "member" } as Membership;

describe("a workspace that is over", () => {
  beforeEach(() => {
    localStorage.clear();
    localStorage.setItem(key, "{}");
    useSession.setState({ status: "signedIn", user: { id: "ana" } } as never);
  });

  it("qc6: takes the draft of a new task with it", async () => {
    vi.mocked(noteWaiting).mockResolvedValue(true);
    render(<Ended reason="accessLost" workspace={workspace} />);
    await vi.waitFor(() => expect(localStorage.getItem(key)).toBeNull());
  });

  it("qc6: leaves the draft if the workspace only waits for a second factor, or cannot be asked", async () => {
    vi.mocked(noteWaiting).mockResolvedValueOnce(false).mockRejectedValueOnce(new Error("offline"));
    for (const _ of [1, 2]) render(<Ended reason="accessLost" workspace={workspace} />).unmount();
    await Promise.allSettled(vi.mocked(noteWaiting).mock.results.map(({ value }) => value));
    await vi.dynamicImportSettled();
    expect(localStorage.getItem(key)).toBe("{}");
  });

  it("shows a refused edit, to copy and to discard, and offers no retry in a workspace that has ended", () => {
    vi.mocked(noteWaiting).mockResolvedValue(false);
    useTroupe.setState({ refusals: [refused] });
    render(<Ended reason="accessLost" />);
    screen.getByText("Words of a member");
    screen.getByRole("button", { name: "Copy text" });
    screen.getByRole("button", { name: "Discard" });
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});
