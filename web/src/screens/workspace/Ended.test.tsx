import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import type { RefusedCommand } from "@/sync/types";
import { Ended } from "./Ended";

const refused: RefusedCommand = {
  id: "c1",
  command: { kind: "ticket.update", ticketId: "t1", patch: { description: "Words of a member" } },
  at: "2026-01-05T00:00:00Z",
  error: { code: "forbidden", message: "You may not do that." },
};

describe("a workspace that is over", () => {
  it("shows a refused edit, to copy and to discard, and offers no retry in a workspace that has ended", () => {
    useTroupe.setState({ refusals: [refused] });
    render(<Ended reason="accessLost" />);
    screen.getByText("Words of a member");
    screen.getByRole("button", { name: "Copy text" });
    screen.getByRole("button", { name: "Discard" });
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});
