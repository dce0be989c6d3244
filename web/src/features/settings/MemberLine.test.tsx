import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Member } from "@/wire/generated";
import { MemberLine } from "./MemberLine";

const zoe: Member = {
  id: "zoe",
  role: "member",
  state: "active",
  firstname: "Zoe",
  lastname: "Ek",
  username: "zoe",
  avatarUrl: null,
  createdAt: "2021-03-05T12:00:00Z",
};

describe("the line of a member", () => {
  it("says when they joined, also while they are online", () => {
    const line = (here: boolean) => (
      <table>
        <tbody>
          <MemberLine member={zoe} mine={undefined} here={here} onRole={() => undefined} onRemove={() => undefined} />
        </tbody>
      </table>
    );
    const { rerender } = render(line(false));
    expect(screen.getByText("5 Mar 2021").getAttribute("datetime")).toBe(zoe.createdAt);
    expect(screen.queryByText("Online")).toBeNull();
    rerender(line(true));
    expect(screen.getByText("5 Mar 2021")).toBeTruthy();
    expect(screen.getByText("Online")).toBeTruthy();
  });
});
