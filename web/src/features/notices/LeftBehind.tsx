import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "@/api/session";
import { counted } from "@/lib/names";
import { discardLeft, leftBehind, type LeftEdit } from "@/sync/leftBehind";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { describe, type Described } from "./describe";
import { KeptEdit } from "./KeptEdit";
import styles from "./Notices.module.css";
import { damagedReason } from "./RefusedEdit";

const nothing = { tickets: {}, workspace: null, lists: {}, labels: {}, statuses: {}, members: {}, me: null };

/** Edits that wait on this device for workspaces which this person is no longer in: nobody else would ever tell. */
export function LeftBehind() {
  const session = useSession();
  const me = session.status === "signedIn" ? session.user.id : null;
  const known = session.status === "signedIn" ? session.workspaces.map(({ id }) => id).join(" ") : "";
  const [edits, setEdits] = useState<LeftEdit[]>([]);
  const [shown, setShown] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let over = false;
    const found = me === null ? Promise.resolve([]) : leftBehind(me, known.split(" "));
    void found.then((left) => over || setEdits(left));
    return () => {
      over = true;
    };
  }, [me, known, round]);
  if (edits.length === 0) return null;
  const discard = (edit: LeftEdit) => void discardLeft(edit).then(() => setRound(round + 1));
  return (
    <>
      <Banner
        tone="danger"
        icon={TriangleAlert}
        title={`${counted(edits.length, "edit")} never left this device.`}
        actions={
          <Button size="sm" onClick={() => setShown(true)}>
            Show edits
          </Button>
        }
      >
        You are no longer in the workspace that they were made in.
      </Banner>
      <Dialog
        wide
        open={shown}
        onOpenChange={setShown}
        title={`${counted(edits.length, "edit")} not sent`}
        text="They were made in a workspace that you are no longer in. They stay on this device until you discard them, log out, or are back in it."
      >
        <ul className={styles.list}>
          {edits.map((edit) => (
            <KeptEdit
              key={edit.id}
              {...wordsOf(edit)}
              at={edit.at}
              reason={edit.command === null ? damagedReason : undefined}
              onDiscard={() => discard(edit)}
            />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function wordsOf({ command, text }: LeftEdit): Described {
  return command === null ? { what: "An edit that is damaged", text } : describe(nothing, command);
}
