import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { useUsable } from "@/lib/later";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
// Loads the formatted field before the test begins, whose time is limited.
import "../comment-editor/CommentText";
import { LaterCommentText } from "../comment-editor/LaterCommentText";
import { CommentField } from "./CommentField";

function Composer() {
  const [text, setText] = useState("");
  return (
    <CommentField ticketId={ticket(1).id} label="Comment" value={text} onText={setText} onSend={() => undefined}>
      <button type="button">Send</button>
    </CommentField>
  );
}

const field = () => screen.getByRole("textbox", { name: "Comment" });

it("keeps the plain field until it is empty, so that the button at the pointer stays while it is pressed", async () => {
  useTroupe.setState(viewOf(smallTables(), workspaceId));
  render(<Composer />);
  await userEvent.type(field(), "By how much?");
  const send = screen.getByRole("button", { name: "Send" });
  await act(async () => {
    useUsable.setState({ usable: true });
    await LaterCommentText.load();
  });
  await userEvent.pointer({ keys: "[MouseLeft>]", target: send });
  expect(document.activeElement).not.toBe(field());
  expect(screen.getByRole("button", { name: "Send" })).toBe(send);
  await userEvent.pointer({ keys: "[/MouseLeft]", target: send });
  await userEvent.clear(field());
  await waitFor(() => expect(field().getAttribute("contenteditable")).toBe("true"));
});
