import { msg, t } from "@lingui/core/macro";
import { useState } from "react";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { Dialog } from "@/ui/Dialog";
import { SegmentedControl } from "@/ui/Segmented";
import { say } from "@/words/i18n";
import styles from "./InviteDialog.module.css";
import { InviteByLink } from "./InviteByLink";
import { InviteByMail } from "./InviteByMail";

const ways = { mail: msg`By email`, link: msg`By link` };
type Way = keyof typeof ways;

/** Invites people to the workspace, by email or by a link. */
export function InviteDialog({ workspace }: { workspace: { id: string; name: string } }) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "invite");
  const { name } = workspace;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && closeOverlay()} title={t`Invite people to ${name}`}>
      <Ways workspaceId={workspace.id} />
    </Dialog>
  );
}

function Ways({ workspaceId }: { workspaceId: string }) {
  const [way, setWay] = useState<Way>("mail");
  const options = (["mail", "link"] as const).map((id) => ({ id, name: say(ways[id]) }));
  return (
    <div className={styles.form}>
      <SegmentedControl name={t`How to invite`} options={options} value={way} onChange={setWay} full />
      {way === "mail" ? <InviteByMail workspaceId={workspaceId} /> : <InviteByLink workspaceId={workspaceId} />}
    </div>
  );
}
