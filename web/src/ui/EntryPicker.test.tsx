import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { Button } from "./Button";
import { EntryPicker } from "./EntryPicker";

beforeAll(() => import("./PopoverParts"));

it.each(["{Enter}", "{Control>}{Enter}{/Control}"])("a picker of a short text takes the text by %s, and leaves the form around it alone", async (keys) => {
  const onChange = vi.fn<(text: string | null) => void>();
  const submit = vi.fn<() => void>();
  const user = userEvent.setup();
  render(
    <form onSubmit={submit}>
      <EntryPicker name="Place" value={null} objection={() => null} onChange={onChange} trigger={<Button>Open</Button>} />
    </form>,
  );
  await act(async () => user.click(screen.getByRole("button", { name: "Open" })));
  await user.type(await screen.findByRole("textbox", { name: "Place" }), `Boathouse${keys}`);
  expect(onChange).toHaveBeenCalledWith("Boathouse");
  expect(submit).not.toHaveBeenCalled();
});

it("a picker of a short text keeps what is typed when another person changes the value, and shows that value on request", async () => {
  const onChange = vi.fn<(text: string | null) => void>();
  const user = userEvent.setup();
  const picker = (value: string, changedBy: string | null) => <EntryPicker name="Place" value={value} changedBy={changedBy} objection={() => null} onChange={onChange} trigger={<Button>Open</Button>} />;
  const { rerender } = render(picker("Pier", null));
  await act(async () => user.click(screen.getByRole("button", { name: "Open" })));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Place" });
  rerender(picker("Quay", "Ben Nevis"));
  expect([field.value, screen.queryByText(/changed this/)]).toEqual(["Quay", null]);
  await user.clear(field);
  await user.type(field, "Boathouse");
  rerender(picker("Harbor", "Ben Nevis"));
  expect(field.value).toBe("Boathouse");
  await screen.findByText("Ben Nevis changed this.");
  await act(async () => user.click(screen.getByRole("button", { name: "View theirs" })));
  expect([field.value, document.activeElement]).toEqual(["Harbor", field]);
  await act(async () => user.click(screen.getByRole("button", { name: "Back to mine" })));
  await act(async () => user.keyboard("{Enter}"));
  expect(onChange).toHaveBeenCalledWith("Boathouse");
});

it("a picker of a short text keeps what was typed when it closes, and says that it is not saved", async () => {
  let draft: string | null = null;
  const onChange = vi.fn<(text: string | null) => void>();
  const user = userEvent.setup();
  const picker = () => <EntryPicker name="Place" value="Pier" draft={draft} onDraft={(text) => (draft = text)} objection={() => null} onChange={onChange} trigger={<Button>Open</Button>} />;
  const { rerender } = render(picker());
  const open = () => act(async () => user.click(screen.getByRole("button", { name: "Open" })));
  const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Place" });
  await open();
  await user.type(await field(), "s{Escape}");
  expect([draft, onChange.mock.calls]).toEqual(["Piers", []]);
  rerender(picker());
  await open();
  expect((await field()).value).toBe("Piers");
  await screen.findByText("You typed this earlier. It isn't saved yet.");
  await act(async () => user.click(screen.getByRole("button", { name: "Discard" })));
  expect([(await field()).value, draft, screen.queryByText(/typed this earlier/)]).toEqual(["Pier", null, null]);
  await user.type(await field(), " 2{Enter}");
  expect([draft, onChange.mock.calls]).toEqual([null, [["Pier 2"]]]);
});
