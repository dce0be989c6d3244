import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Member } from "@/wire/generated";
import type { PersonOfWorkspace } from "@/wire/http.generated";
import { UserLine } from "./UserLine";

const zoe: Member = {
  id: "zoe",
  role: "member",
  state: "active",
  firstname: "Zoe",
  lastname: "Ek",
  username: "zoe",
  avatarUrl: null,
  createdAt: "2021-03-05T12:00:00Z",
  deactivatedAt: null,
  secondFactorMissing: false,
  apiKey: null,
  department: "",
  designation: "",
};

describe("the line of a person", () => {
  it("says when they joined, also while they are online", () => {
    const line = (here: boolean) => (
      <table>
        <tbody>
          <UserLine member={zoe} mine={undefined} here={here} known={null} lists={null} onRole={() => undefined} onAsk={() => undefined} onRestore={() => undefined} />
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

  it("shows the address and the last activity to people who may know them, and no empty address", () => {
    const line = (known: PersonOfWorkspace | undefined, here = false) => (
      <table>
        <tbody>
          <UserLine member={zoe} mine={undefined} here={here} known={known} lists={null} onRole={() => undefined} onAsk={() => undefined} onRestore={() => undefined} />
        </tbody>
      </table>
    );
    const known: PersonOfWorkspace = { id: zoe.id, email: "zoe@troupe.example", lastActiveAt: "2021-03-06T12:00:00Z", state: "active" };
    const { rerender } = render(line(known));
    expect(screen.getByRole("cell", { name: "zoe@troupe.example" })).toBeTruthy();
    expect(screen.getByText(/^6 Mar 2021/).getAttribute("datetime")).toBe("2021-03-06T12:00:00Z");
    expect(screen.queryByText("5 Mar 2021")).toBeNull();
    rerender(line({ ...known, lastActiveAt: null }));
    expect(screen.getByText("Not for a while")).toBeTruthy();
    rerender(line(known, true));
    expect(screen.getAllByText("Online").length).toBeGreaterThan(0);
    rerender(line(undefined));
    expect(screen.queryByText("zoe@troupe.example")).toBeNull();
  });

  it("names the restricted lists of a person that the viewer sees, and the state", () => {
    const line = (member: Member, lists: readonly string[] | null) => (
      <table>
        <tbody>
          <UserLine member={member} mine={undefined} here={false} known={null} lists={lists} onRole={() => undefined} onAsk={() => undefined} onRestore={() => undefined} />
        </tbody>
      </table>
    );
    const { rerender } = render(line(zoe, ["Client work", "Design"]));
    expect(screen.getByText("Client work +1").closest("td")?.title).toBe("Client work, Design");
    expect(screen.getByText("Active")).toBeTruthy();
    rerender(line({ ...zoe, state: "left", deactivatedAt: zoe.createdAt }, null));
    expect(screen.getByText("Deactivated")).toBeTruthy();
    expect(screen.queryByText("Client work +1")).toBeNull();
  });
});
