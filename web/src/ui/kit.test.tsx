import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { AvatarStack } from "./Avatar";
import { Calendar, dayByKey } from "./Calendar";
import { ConfirmDialog } from "./Dialog";
import { TextField } from "./Field";
import { presenceHue } from "./presence";
import { SegmentedControl } from "./Segmented";
import { inOrder, Stage, type Actor } from "./Stage";
import { statusShares } from "./statusShare";

beforeAll(() => import("./DialogParts"));

describe("presence", () => {
  it("gives a person one of ten hues, always the same", () => {
    const ids = Array.from({ length: 500 }, (_, index) => `0190-${index}`);
    const hues = new Set(ids.map(presenceHue));
    expect([...hues].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ids.map(presenceHue)).toEqual(ids.map(presenceHue));
  });

  it("puts who writes first, then who is longest here", () => {
    const actor = (id: string, state: Actor["state"], since: string): Actor => ({ person: { id, name: id }, state, since });
    const order = inOrder([
      actor("idle", "idle", "2026-01-01T00:00:00Z"),
      actor("late", "viewing", "2026-01-03T00:00:00Z"),
      actor("early", "viewing", "2026-01-02T00:00:00Z"),
      actor("writer", "writing", "2026-01-04T00:00:00Z"),
    ]);
    expect(order.map(({ person }) => person.id)).toEqual(["writer", "early", "late", "idle"]);
  });

  it("leads to the place of a person, and is no button for a person without one", () => {
    const follow = vi.fn<(place: string) => void>();
    const actor = (id: string): Actor => ({ person: { id, name: id, avatarUrl: null }, state: "viewing", since: "2026-01-01T00:00:00Z" });
    render(<Stage actors={[actor("ana"), actor("bo")]} places={{ ana: "t" }} onFollow={follow} />);
    fireEvent.click(screen.getByRole("button", { name: "ana" }));
    expect(follow).toHaveBeenCalledWith("t");
    expect(screen.getByRole("img", { name: "bo" })).toBeTruthy();
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  it("says why people may be missing, even with no other person here", () => {
    const { rerender } = render(<Stage actors={[]} missing="Not everybody is shown" />);
    expect(screen.getByRole("img", { name: "Not everybody is shown" })).toBeTruthy();
    rerender(<Stage actors={[]} />);
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("shows as many faces as there is room for, and names the other people", () => {
    const actor = (id: string, day: number): Actor => ({ person: { id, name: id }, state: "viewing", since: `2026-01-0${day}T00:00:00Z` });
    render(<Stage most={2} actors={[actor("ana", 1), actor("bo", 2), actor("cy", 3), actor("di", 4)]} />);
    expect(screen.getAllByRole("img").map((face) => face.getAttribute("aria-label"))).toEqual(["ana", "bo", "cy, di"]);
    expect(screen.getByRole("img", { name: "cy, di" }).textContent).toBe("+2");
  });

  it("names everybody behind +n", () => {
    const people = ["Ada", "Ben", "Cyd", "Dan", "Eve"].map((name) => ({ id: name, name }));
    render(<AvatarStack people={people} />);
    expect(screen.getByRole("img", { name: "Dan, Eve" }).textContent).toBe("+2");
  });
});

describe("a status", () => {
  it("is drawn by its category and its place in it", () => {
    const shares = statusShares([
      { id: "backlog", category: "byDefault" },
      { id: "todo", category: "byDefault" },
      { id: "progress", category: "started" },
      { id: "review", category: "started" },
      { id: "done", category: "completed" },
    ]);
    expect(shares).toEqual({ backlog: 0, todo: 1, progress: 0.5, review: 0.75, done: 1 });
    expect(statusShares([{ id: "only", category: "byDefault" }])).toEqual({ only: 1 });
  });
});

describe("a calendar", () => {
  it("is walked by keys", () => {
    const steps = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "x"];
    expect(steps.map((key) => dayByKey(key, "2026-03-31"))).toEqual([
      "2026-03-30",
      "2026-04-01",
      "2026-03-24",
      "2026-04-07",
      "2026-03-30",
      "2026-04-05",
      "2026-02-28",
      "2026-04-30",
      null,
    ]);
  });

  it("chooses the day that the keys stand on, and none out of range", async () => {
    const onPick = vi.fn<(date: string) => void>();
    const user = userEvent.setup();
    render(
      <Calendar value="2026-04-28" min="2026-04-20" onPick={onPick} />,
    );
    expect(screen.getByRole("button", { name: /19 April 2026/ }).hasAttribute("disabled")).toBe(true);
    screen.getByRole("button", { name: /28 April 2026/ }).focus();
    await user.keyboard("{ArrowRight}{Enter}");
    expect(onPick).toHaveBeenCalledWith("2026-04-29");
  });
});

describe("a confirmation", () => {
  it("has the safe answer under the keys", async () => {
    const [onConfirm, onCancel] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const user = userEvent.setup();
    await act(async () => {
      render(<ConfirmDialog open danger title="Discard changes?" confirm="Discard" onConfirm={onConfirm} onCancel={onCancel} />);
    });
    const safe = await screen.findByRole("button", { name: "Cancel" });
    await waitFor(() => expect(document.activeElement).toBe(safe));
    await user.keyboard("{Escape}");
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe("controls", () => {
  it("tie a field to its label and to what is wrong with it", () => {
    render(<TextField label="Email" error="Email cannot be empty" />);
    const input = screen.getByLabelText("Email");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const message = document.getElementById(input.getAttribute("aria-describedby") ?? "");
    expect(message?.textContent).toContain("Email cannot be empty");
  });

  it("always have one segment on", async () => {
    const user = userEvent.setup();
    function Zoom() {
      const [value, setValue] = useState<"day" | "week">("day");
      const zooms = [
        { id: "day", name: "Day" },
        { id: "week", name: "Week" },
      ] as const;
      return <SegmentedControl name="Zoom" value={value} onChange={setValue} options={zooms} />;
    }
    render(<Zoom />);
    await user.click(screen.getByRole("radio", { name: "Day" }));
    expect(screen.getByRole("radio", { name: "Day" }).getAttribute("aria-checked")).toBe("true");
    await user.click(screen.getByRole("radio", { name: "Week" }));
    expect(screen.getByRole("radio", { name: "Week" }).getAttribute("aria-checked")).toBe("true");
  });
});
