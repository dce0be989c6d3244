import { plural, t } from "@lingui/core/macro";
import { useEffect } from "react";
import { answeredPaste, usePasted } from "@/actions/pasted";
import { longestTitle, mostPasted } from "@/lib/pastedTitles";
import { undo } from "@/sync/store";
import { useLast } from "@/lib/useLast";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell, tellRefusal } from "@/ui/Toast";
import { inRow } from "@/words/isolate";

/** How many of the titles the question names. */
const named = 3;

const tooMany = (count: number) => t`You can paste up to ${mostPasted} tasks at once. To add ${count}, import a file instead.`;
const tooLong = (line: number) => t`No tasks created: the title of task ${line} is longer than ${longestTitle} characters.`;

/** Why the lines cannot become tasks; null if they can. */
function objectionTo(titles: readonly string[]): string | null {
  if (titles.length > mostPasted) return tooMany(titles.length);
  const long = titles.findIndex((title) => [...title].length > longestTitle);
  return long < 0 ? null : tooLong(long + 1);
}

/** Asks whether pasted lines are to become tasks, one each. */
export function PasteDialog() {
  const asking = usePasted((state) => state.asking);
  const objection = asking === null ? null : objectionTo(asking.titles);
  const open = asking !== null && objection === null;
  // The text stays while the dialog closes.
  const { titles } = useLast(open ? asking : null) ?? { titles: [] };
  useEffect(() => {
    if (objection === null) return;
    tellRefusal(objection);
    answeredPaste();
  }, [objection]);
  const create = () => {
    if (asking === null) return;
    answeredPaste();
    asking.write(asking.titles);
    tell({
      text: plural(asking.titles.length, { one: "# task created", other: "# tasks created" }),
      action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() },
    });
  };
  const first = inRow(titles.slice(0, named).map((title) => `“${title}”`));
  const others = titles.length - named;
  return (
    <ConfirmDialog
      open={open}
      title={plural(titles.length, { one: "Create # task?", other: "Create # tasks?" })}
      text={others > 0 ? plural(others, { one: `${first} and # more.`, other: `${first} and # more.` }) : first}
      confirm={t`Create tasks`}
      onConfirm={create}
      onCancel={answeredPaste}
    />
  );
}
