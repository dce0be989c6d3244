import { act, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import { WorkspaceFaces } from "./WorkspaceFaces";

const before = useTroupe.getState();
afterEach(() => act(() => useTroupe.setState(before, true)));

describe("the people who are here", () => {
  it("says that those on other servers are missing for as long as the server hears nothing of them", () => {
    render(<WorkspaceFaces onFollow={() => undefined} />);
    const note = () => screen.queryByRole("img", { name: "People on other servers aren't shown right now." });
    expect(note()).toBeNull();
    act(() => useTroupe.setState({ nodeIsolated: true }));
    expect(note()?.textContent).toBe("+?");
    act(() => useTroupe.setState({ nodeIsolated: false }));
    expect(note()).toBeNull();
  });
});
