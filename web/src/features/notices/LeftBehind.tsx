import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "@/api/session";
import { discardOrphanedEdit, orphanedEdits, type OrphanedEdit } from "@/sync/storage/orphanedEdits";
import { say } from "@/words/i18n";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import type { Described } from "@/sync/kinds/kind";
import { describe } from "./describe";
import { KeptEdit } from "./KeptEdit";
import styles from "./Notices.module.css";
import { damagedReason } from "./RefusedEdit";

const nothing = { tickets: {}, workspace: null, lists: {}, labels: {}, attributes: {}, options: {}, systemAttributes: {}, taskTypes: {}, components: {}, fixVersions: {}, sprints: {}, statuses: {}, members: {}, roles: {}, savedViews: {}, baselines: {}, templates: {}, groups: {}, me: null };

/** Shows unsent edits on this device in workspaces of which the person is no longer a member. */
export function LeftBehind() {
  const session = useSession();
  const me = session.status === "signedIn" ? session.user.id : null;
  const known = session.status === "signedIn" ? session.workspaces.map(({ id }) => id).join(" ") : "";
  const [edits, setEdits] = useState<OrphanedEdit[]>([]);
  const [shown, setShown] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let over = false;
    const found = me === null ? Promise.resolve([]) : orphanedEdits(me, known.split(" "));
    void found.then((left) => over || setEdits(left));
    return () => {
      over = true;
    };
  }, [me, known, round]);
  if (edits.length === 0) return null;
  const discard = (edit: OrphanedEdit) => void discardOrphanedEdit(edit).then(() => setRound(round + 1));
  return (
    <>
      <Banner
        tone="danger"
        icon={TriangleAlert}
        title={plural(edits.length, { one: "# edit was never sent.", other: "# edits were never sent." })}
        actions={
          <Button size="sm" onClick={() => setShown(true)}>
            <Trans>Show edits</Trans>
          </Button>
        }
      >
        <Trans>You're no longer a member of the workspace.</Trans>
      </Banner>
      <Dialog
        wide
        open={shown}
        onOpenChange={setShown}
        title={plural(edits.length, { one: "# unsent edit", other: "# unsent edits" })}
        text={t`You're no longer a member of the workspace. Unsent edits stay on this device until you rejoin it, discard them, or log out.`}
      >
        <ul className={styles.list}>
          {edits.map((edit) => (
            <KeptEdit
              key={edit.id}
              {...wordsOf(edit)}
              at={edit.at}
              reason={edit.command === null ? say(damagedReason) : undefined}
              onDiscard={() => discard(edit)}
            />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function wordsOf({ command, text }: OrphanedEdit): Described {
  return command === null ? { what: t`A damaged edit`, text } : describe(nothing, command);
}
