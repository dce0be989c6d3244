import { t } from "@lingui/core/macro";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";
import { deepest, isDeepest } from "@/actions/objections";
import { refuseTitle } from "@/actions/refuseTitle";
import { createSubtask } from "@/actions/tickets";
import { useTroupe } from "@/sync/store";
import { allowedLine } from "@/sync/texts/allowedValues";
import { tellRefusal } from "@/ui/Toast";

/** Words that can become a subtask, and where they are. */
interface Words {
  from: number;
  to: number;
  title: string;
}

const hasChip = (line: Node): boolean => line.children.some(({ type }) => type.name === "taskReference");

/** What the selection makes subtasks of: the open items of a checklist that it touches, or else the selected words of one block. */
export function subtasksIn({ doc, selection: { from, to, empty, $from, $to } }: EditorState): Words[] {
  const found: Words[] = [];
  let checklist = false;
  doc.nodesBetween(from, to, (node, pos) => {
    const line = node.firstChild;
    if (node.type.name !== "taskItem" || !line?.isTextblock) return;
    const [start, end] = [pos + 2, pos + 2 + line.content.size];
    // Leave out an item of which only nested items are selected.
    if (end < from || start > to) return;
    checklist = true;
    const title = line.textContent.trim();
    if (node.attrs.checked !== true && title !== "" && !hasChip(line)) found.push({ from: start, to: end, title });
  });
  if (checklist) return found;
  const title = empty || !$from.sameParent($to) || !$from.parent.isTextblock || $from.parent.type.spec.code ? "" : doc.textBetween(from, to).trim();
  return title === "" ? [] : [{ from, to, title }];
}

/** Makes the subtasks. Each takes the place of its words, as a chip. */
export function makeSubtasks(editor: Editor, ticketId: string): void {
  const view = useTroupe.getState();
  const parent = view.tickets[ticketId];
  const found = subtasksIn(editor.state);
  if (!parent || found.some(({ title }) => refuseTitle(title))) return;
  if (isDeepest(view, ticketId)) return tellRefusal(t`Subtasks can be nested at most ${deepest} levels deep.`);
  const { tr, schema } = editor.state;
  const made = found.map(({ from, to, title }) => ({ from, to, chip: { id: createSubtask(parent, title).ticketId, label: allowedLine(title, 50) } }));
  for (const { from, to, chip } of made.toReversed()) {
    const node = schema.nodes.taskReference?.create(chip);
    if (node) tr.replaceWith(from, to, node);
  }
  editor.view.dispatch(tr);
  editor.commands.focus();
}
