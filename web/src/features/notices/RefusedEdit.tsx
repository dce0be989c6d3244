import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { explain } from "@/actions/refusals";
import { discardEdit, dismissRefusal, retryRefusal, useTroupe } from "@/sync/store";
import type { DamagedEdit, RefusedCommand } from "@/sync/types";
import { Button } from "@/ui/Button";
import { say } from "@/words/i18n";
import { KeptEdit } from "./KeptEdit";
import { useDescribed } from "./useDescribed";

/** A refused edit, and the reason. If the workspace is over, the edit cannot be tried again. */
export function RefusedEdit({ refusal, over = false }: { refusal: RefusedCommand; over?: boolean }) {
  const tickets = useTroupe((state) => state.tickets);
  const workspace = useTroupe((state) => state.workspace);
  const { what, text } = useDescribed()(refusal.command);
  return (
    <KeptEdit
      what={what}
      at={refusal.at}
      reason={explain({ tickets, workspace }, refusal.error)}
      text={text}
      onDiscard={() => dismissRefusal(refusal.id)}
      actions={
        !over && (
          <Button size="sm" icon={RefreshCw} onClick={() => retryRefusal(refusal.id)}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    />
  );
}

/** An edit that was stored on this machine and is damaged. */
export function DamagedLine({ edit }: { edit: DamagedEdit }) {
  return (
    <KeptEdit
      what={t`A damaged edit`}
      at={null}
      reason={edit.text === null ? t`${say(damagedReason)} It can't be recovered.` : say(damagedReason)}
      text={edit.text}
      onDiscard={() => discardEdit(edit.id)}
    />
  );
}

export const damagedReason = msg`The copy on this device is damaged and wasn't sent.`;
