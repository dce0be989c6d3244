import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useClickBeside } from "./useClickBeside";

function Page({ wanted = true, onClose, over, subtask = "" }: { wanted?: boolean; onClose: () => void; over?: string; subtask?: string }) {
  useClickBeside(wanted, onClose);
  return (
    <>
      <nav data-testid="sidebar" />
      <main data-testid="page">
        <h1>Harbor</h1>
        <div role="grid" data-testid="sheet">
          <div role="row" data-testid="row">
            <div role="gridcell" aria-label="Cell" data-testid="cell" />
          </div>
        </div>
        <article data-testid="card" />
        <div role="toolbar" data-testid="bulk" />
        <button type="button">Filter</button>
        <aside data-pane="1" data-testid="pane">
          <input aria-label="New subtask" defaultValue={subtask} />
        </aside>
      </main>
      {over === "picker" && <div data-radix-popper-content-wrapper="" />}
      {over === "dialog" && <div role="dialog" aria-label="Question" />}
      <output data-testid="toast" />
    </>
  );
}

function closedBy(click: () => void, props: Omit<Parameters<typeof Page>[0], "onClose"> = {}): boolean {
  const onClose = vi.fn<() => void>();
  const { unmount } = render(<Page {...props} onClose={onClose} />);
  click();
  unmount();
  return onClose.mock.calls.length > 0;
}

function press(element: Element, init: MouseEventInit = {}, released = element) {
  fireEvent.pointerDown(element, { button: 0, ...init });
  fireEvent.click(released, { button: 0, ...init });
}
const at = (id: string) => screen.getByTestId(id);

describe("a click beside the panel", () => {
  it("closes it on empty space of the page", () => {
    for (const place of ["page", "sheet"]) expect([place, closedBy(() => press(at(place)))]).toEqual([place, true]);
  });

  it("leaves it open on rows, cards, buttons, words, the bulk bar, toasts, the sidebar and the panel itself", () => {
    for (const place of ["row", "cell", "card", "bulk", "toast", "sidebar", "pane"]) expect([place, closedBy(() => press(at(place)))]).toEqual([place, false]);
    expect(closedBy(() => press(screen.getByRole("button", { name: "Filter" })))).toBe(false);
    expect(closedBy(() => press(screen.getByRole("heading", { name: "Harbor" })))).toBe(false);
  });

  it("only closes what lies over the page, and only leaves a text", () => {
    for (const over of ["picker", "dialog"]) expect([over, closedBy(() => press(at("page")), { over })]).toEqual([over, false]);
    expect(closedBy(() => (screen.getByLabelText("New subtask").focus(), press(at("page"))))).toBe(false);
  });

  it("leaves it open while it holds a text that no draft keeps", () => {
    expect(closedBy(() => press(at("page")), { subtask: "Sand the hull" })).toBe(false);
  });

  it("leaves it open after a drag, with another button or key, and when the panel is not alone", () => {
    expect(closedBy(() => press(at("row"), {}, at("page")))).toBe(false);
    expect(closedBy(() => press(at("page"), { button: 2 }))).toBe(false);
    expect(closedBy(() => press(at("page"), { ctrlKey: true }))).toBe(false);
    expect(closedBy(() => press(at("page")), { wanted: false })).toBe(false);
  });
});
