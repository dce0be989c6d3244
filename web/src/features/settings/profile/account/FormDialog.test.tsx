import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { TextField } from "@/ui/Field";
import { FormDialog } from "./FormDialog";

beforeAll(() => import("@/ui/DialogParts"));

const title = "Change password";
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("a form in a dialog", () => {
  it("cannot be closed while the node works", async () => {
    const onClose = vi.fn<() => void>();
    const form = (busy: string | null) => (
      <FormDialog open title={title} submit="Change" busy={busy} onSubmit={() => {}} onClose={onClose}>
        <TextField label="Password" />
      </FormDialog>
    );
    const { rerender } = await act(async () => render(form("Changing…")));
    await screen.findByRole("dialog", { name: title });
    expect(button("Cancel").disabled).toBe(true);
    await userEvent.click(button("Cancel"));
    await userEvent.click(button("Close"));
    await userEvent.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    rerender(form(null));
    await userEvent.keyboard("{Escape}");
    await userEvent.click(button("Close"));
    await userEvent.click(button("Cancel"));
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it("moves the focus to the field that was refused", async () => {
    function Refused() {
      const [error, setError] = useState<string | null>(null);
      return (
        <FormDialog open title={title} submit="Change" busy={null} onSubmit={() => setError("Too short")} onClose={() => {}}>
          <TextField label="Current password" />
          <TextField label="New password" error={error} />
        </FormDialog>
      );
    }
    await act(async () => render(<Refused />));
    await userEvent.click(button("Change"));
    expect(document.activeElement).toBe(screen.getByLabelText("New password"));
  });
});
