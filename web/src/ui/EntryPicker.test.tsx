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
