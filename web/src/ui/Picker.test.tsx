import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Button } from "./Button";
import { Picker, type PickerProps } from "./Picker";

beforeAll(() => Promise.all([import("./PopoverParts"), import("./PickerList")]));

const options = ["Backlog", "To do", "In progress", "Done"].map((name) => ({ id: name.toLowerCase(), name }));

async function opened(props: Partial<PickerProps> = {}) {
  const onPick = vi.fn<(id: string) => void>();
  const user = userEvent.setup();
  render(
    <Picker name="Status" options={options} selected={["to do"]} onPick={onPick} trigger={<Button>Open</Button>} {...props} />,
  );
  await act(async () => user.click(screen.getByRole("button", { name: "Open" })));
  const field = await screen.findByRole("combobox");
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { user, onPick };
}

const names = () => screen.getAllByRole("option").map((option) => option.textContent);

describe("a picker", () => {
  it("begins at the present value and moves by arrows", async () => {
    const { user, onPick } = await opened();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(onPick).toHaveBeenCalledWith("in progress");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("chooses directly by a digit while nothing is typed, and searches by it afterwards", async () => {
    const { user, onPick } = await opened();
    await user.keyboard("d1");
    expect(onPick).not.toHaveBeenCalled();
    await user.keyboard("{Backspace}{Backspace}4");
    expect(onPick).toHaveBeenCalledWith("done");
  });

  it("finds by what is typed", async () => {
    const { user, onPick } = await opened();
    await user.keyboard("prog");
    expect(names()).toEqual(["In progress"]);
    await user.keyboard("{Enter}");
    expect(onPick).toHaveBeenCalledWith("in progress");
  });

  it("does not find an option by the letters of its id", async () => {
    const { user } = await opened({ options: [{ id: "f00d-cafe", name: "Ada" }, { id: "1234", name: "Fred" }], selected: [] });
    await user.keyboard("f");
    expect(names()).toEqual(["Fred"]);
  });

  it("stays open where several may hold", async () => {
    const { user, onPick } = await opened({ multi: true });
    await user.keyboard("1");
    await user.keyboard("2");
    expect(onPick.mock.calls).toEqual([["backlog"], ["to do"]]);
    expect(screen.getByRole("option", { name: /To do/ }).getAttribute("aria-checked")).toBe("true");
  });

  it("offers to make what is not there, and not what is", async () => {
    const onCreate = vi.fn<(typed: string) => void>();
    const { user } = await opened({ create: { name: "status", onCreate } });
    await user.keyboard("done");
    expect(names()).toEqual(["Done"]);
    await user.keyboard("{Control>}a{/Control}Parked{Enter}");
    expect(onCreate).toHaveBeenCalledWith("Parked");
  });
});
