import { useEffect } from "react";
import { useLatest } from "@/lib/useLatest";
import type { Command } from "@/wire/generated";

/** `reply` is the answer to a comment, by the id of that comment. */
type TextField = "comment" | "reply" | "title";

/** Takes a refused text back into its field. Returns false if the field holds another text by now. */
type Take = (text: string) => boolean;

const fields = new Map<string, Take>();
const keyOf = (field: TextField, id: string) => `${field} ${id}`;

/** Registers a field of a task. Texts that were sent from the field and refused return to it. */
export function useTakeBack(field: TextField, id: string, take: Take): void {
  const latest = useLatest(take);
  useEffect(() => {
    const key = keyOf(field, id);
    const mine: Take = (text) => latest.current(text);
    fields.set(key, mine);
    return () => {
      // On a change of ticket the next field may have registered first.
      if (fields.get(key) === mine) fields.delete(key);
    };
  }, [field, id, latest]);
}

/** Returns true if the text of a refused edit is back in the field that it was sent from. */
export function giveBack(command: Command): boolean {
  const put = (field: TextField, id: string, text: string) => fields.get(keyOf(field, id))?.(text) ?? false;
  if (command.kind === "comment.create")
    return command.replyTo === undefined ? put("comment", command.ticketId, command.message) : put("reply", command.replyTo, command.message);
  if (command.kind !== "ticket.update") return false;
  const { title, ...others } = command.patch;
  return title !== undefined && Object.keys(others).length === 0 && put("title", command.ticketId, title);
}
