import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { useLast } from "@/lib/useLast";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { answerParentMove, followersOf, useParentMove } from "./parentMove";

/** Asks, once for each place, whether the subtasks of a parent move along with it. */
export function ParentQuestion() {
  const waiting = useParentMove((state) => state.waiting);
  const shown = useLast(waiting);
  // A chart that is left makes no move.
  useEffect(() => () => answerParentMove(null), []);
  const count = shown === null ? 0 : followersOf(shown);
  return (
    <Dialog
      open={waiting !== null}
      onOpenChange={(open) => !open && answerParentMove(null)}
      title={t`Move the subtasks too?`}
      text={t`A task with subtasks shows the days that they take together. It can move its subtasks along, or have dates of its own. This browser remembers the answer for this page; you can change it under “Bars” in the toolbar.`}
      actions={
        <>
          <Button onClick={() => answerParentMove(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button onClick={() => answerParentMove("own")}>
            <Trans>Dates of its own</Trans>
          </Button>
          <Button variant="primary" data-autofocus onClick={() => answerParentMove("along")}>
            {plural(count, { one: "Move # subtask too", other: "Move # subtasks too" })}
          </Button>
        </>
      }
    />
  );
}
