import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { leaveAsGuest } from "@/actions/leave";
import { tellFailure } from "@/actions/tellFailure";
import type { Membership } from "@/wire/http.generated";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";

interface LeaveAsGuestProps {
  workspace: Membership;
  userId: string;
  onLeft: () => Promise<void>;
}

/** Lets a guest leave a workspace: a guest cannot open its settings. */
export function LeaveAsGuest({ workspace: { id, name }, userId, onLeft }: LeaveAsGuestProps) {
  const [asked, setAsked] = useState(false);
  const leave = async () => {
    setAsked(false);
    try {
      await leaveAsGuest(id, userId);
      await onLeft();
      tell({ text: t`You left ${name}` });
    } catch (thrown) {
      tellFailure(thrown, leave);
    }
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>
        <Trans>Leave workspace</Trans>
      </Button>
      <ConfirmDialog
        open={asked}
        danger
        title={t`Leave ${name}?`}
        text={t`You'll need a new invitation to rejoin.`}
        confirm={t`Leave workspace`}
        onConfirm={() => void leave()}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
