import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import type { Ticket, Workspace } from "@/wire/generated";
import { SubtaskMark } from "./SubtaskMark";

const before = useTroupe.getState();
afterEach(() => useTroupe.setState(before, true));

const parent = { id: "p", number: 4, private: false, title: "SNI" } as Ticket;

it("a subtask is marked with the key of its parent, and the mark has a name", () => {
  useTroupe.setState({ workspace: { key: "TLS" } as Workspace, tickets: { p: parent } });
  render(<SubtaskMark parentId="p" />);
  expect(screen.getByRole("img", { name: "Subtask of TLS-4" })).toHaveProperty("textContent", "↳ TLS-4");
});

it("a subtask whose parent is not seen or not numbered yet is marked without a key", () => {
  useTroupe.setState({ workspace: { key: "TLS" } as Workspace, tickets: { p: { ...parent, number: 0 } } });
  const { unmount } = render(<SubtaskMark parentId="p" />);
  expect(screen.getByRole("img", { name: "Subtask" }).textContent).toBe("↳");
  unmount();
  render(<SubtaskMark parentId="gone" />);
  expect(screen.getByRole("img", { name: "Subtask" }).textContent).toBe("↳");
});
