import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { useDiscard } from "./Discard";

// The dialog is a chunk of its own.
beforeAll(async () => {
  await import("./DialogParts");
});

function Form({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("Nets");
  const { leave, question } = useDiscard({ name }, onClose);
  return (
    <Dialog
      open
      title="Form"
      onOpenChange={(open) => !open && leave()}
      actions={
        <>
          <Button onClick={leave}>Leave</Button>
          {question}
        </>
      }
    >
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
    </Dialog>
  );
}

/** jsdom does not know that a dialog accepts clicks again. */
const user = userEvent.setup({ pointerEventsCheck: 0 });
const question = () => screen.queryByRole("alertdialog", { name: "Do you want to discard changes?" });

describe("a form that is left", () => {
  it("closes at once if its values are as they were", async () => {
    const onClose = vi.fn<() => void>();
    await act(async () => {
      render(<Form onClose={onClose} />);
    });
    await user.type(await screen.findByLabelText("Name"), "!{Backspace}");
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
    expect(question()).toBeNull();
  });

  it("asks in the words of the specification before it discards changes", async () => {
    const onClose = vi.fn<() => void>();
    await act(async () => {
      render(<Form onClose={onClose} />);
    });
    await user.type(await screen.findByLabelText("Name"), "!");
    // The question is loaded when it is first needed.
    await act(async () => {
      await user.keyboard("{Escape}");
    });
    await waitFor(() => expect(question()).not.toBeNull());
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(expect.arrayContaining(["Cancel", "Discard"]));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(question()).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Nets!");
    await user.click(screen.getByRole("button", { name: "Leave" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
