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
