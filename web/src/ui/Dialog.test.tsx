import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

// The dialog is a chunk of its own.
beforeAll(async () => {
  await import("./DialogParts");
});

const sent = vi.fn<(by: string) => void>();
beforeEach(() => sent.mockClear());

const form = (id: string, children: ReactNode) => (
  <form
    id={id}
    onSubmit={(event) => {
      event.preventDefault();
      sent(id);
    }}
  >
    {children}
  </form>
);

const show = (dialog: ReactNode) => act(async () => void render(dialog));

const press = async (name: string, also = {}) => {
  fireEvent.keyDown(await screen.findByRole("textbox", { name }), { key: "Enter", ctrlKey: true, ...also });
};

it("a dialog submits its form by Ctrl and Enter in any field, and not by other keys with Enter", async () => {
  await show(
    <Dialog open title="Form" onOpenChange={() => undefined} actions={<Button type="submit" form="main">Save</Button>}>
      {form("main", <textarea aria-label="Text" />)}
      <input aria-label="Outside" />
    </Dialog>,
  );
  await press("Text");
  await press("Outside");
  expect(sent.mock.calls).toEqual([["main"], ["main"]]);
  await press("Text", { shiftKey: true });
  await press("Text", { ctrlKey: false });
  expect(sent).toHaveBeenCalledTimes(2);
});

it("a dialog does not submit while its button is off", async () => {
  await show(
    <Dialog open title="Form" onOpenChange={() => undefined} actions={<Button type="submit" form="main" disabled>Save</Button>}>
      {form("main", <textarea aria-label="Text" />)}
    </Dialog>,
  );
  await press("Text");
  expect(sent).not.toHaveBeenCalled();
});

it("a dialog without a submit button sends the form that holds the focus", async () => {
  await show(
    <Dialog open title="Forms" onOpenChange={() => undefined}>
      {form("one", <input aria-label="One" />)}
      {form("two", <input aria-label="Two" />)}
    </Dialog>,
  );
  await press("Two");
  expect(sent.mock.calls).toEqual([["two"]]);
});

it("a form with its own handler of the keys comes first", async () => {
  await show(
    <Dialog open title="Form" onOpenChange={() => undefined} actions={<Button type="submit" form="main">Save</Button>}>
      {form("main", <input aria-label="Own" onKeyDown={(event) => event.preventDefault()} />)}
    </Dialog>,
  );
  await press("Own");
  expect(sent).not.toHaveBeenCalled();
});
