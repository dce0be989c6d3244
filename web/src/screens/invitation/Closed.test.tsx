import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { errorFrom } from "@/api/error";
import { Closed } from "./Closed";

const closed = (code: string, message: string) => render(<Closed thrown={errorFrom(410, { error: { code, message } })} token="t" />);

describe("the page of a closed invitation", () => {
  it("shows the node's reason for an invitation that has been used", () => {
    closed("invite_used", "You have left this workspace. Ask for an invitation by email, or a link for one person.");
    expect(screen.getByText("You have left this workspace. Ask for an invitation by email, or a link for one person.")).toBeTruthy();
    expect(screen.queryByText(/Each person needs their own/)).toBeNull();
  });

  it("asks for a new invitation when a link has expired, since a link is not sent again", () => {
    closed("invite_expired", "This invitation has expired. Ask for a new one.");
    expect(screen.getByText("Ask the person who invited you for a new one.")).toBeTruthy();
  });
});
