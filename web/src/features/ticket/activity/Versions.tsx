import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { commentVersions } from "@/api/comments";
import { messageOf } from "@/api/error";
import { faceOf } from "@/fields/people";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import type { Activity } from "@/wire/generated";
import type { CommentVersion } from "@/wire/http.generated";
import { namesFiles, TextFiles } from "../TextImage";
import { TicketText } from "../TicketText";
import styles from "./Activity.module.css";

export interface VersionsProps {
  comment: Activity;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The server keeps this many earlier versions of a comment. */
const mostVersions = 50;

/** The present text of a comment and the texts that it had before, newest first. */
export function Versions({ comment, open, onOpenChange }: VersionsProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} wide title={t`Edit history`} text={t`Everyone who can see the task can see these versions.`}>
      {open && <List comment={comment} />}
    </Dialog>
  );
}

type Answer = { versions: readonly CommentVersion[] } | { problem: string } | null;

function List({ comment }: { comment: Activity }) {
  const { id, ticketId, updatedAt, createdAt, userId, message } = comment;
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const [answer, setAnswer] = useState<Answer>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let over = false;
    commentVersions(workspaceId, ticketId, id).then(
      ({ versions }) => !over && setAnswer({ versions }),
      (thrown: unknown) => !over && setAnswer({ problem: messageOf(thrown) }),
    );
    return () => {
      over = true;
    };
    // Another edit makes another version.
  }, [workspaceId, ticketId, id, updatedAt, tries]);
  if (answer && "problem" in answer)
    return (
      <p role="alert" className={styles.versionsNote}>
        {answer.problem}
        <Button size="sm" onClick={() => setTries(tries + 1)}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    );
  const versions = answer?.versions ?? [];
  const names = [message, ...versions.map((version) => version.message)].some((text) => text !== null && namesFiles(text));
  return (
    <TextFiles ticketId={ticketId} needed={names}>
      <ol className={styles.versions} aria-label={t`Versions`}>
        <Version userId={userId} at={updatedAt ?? createdAt} text={message ?? ""} now />
        {versions.map(({ number, ...version }) => (
          <Version key={number} userId={version.userId} at={version.writtenAt} text={version.message} />
        ))}
      </ol>
      {answer === null && (
        <div role="status" aria-label={t`Loading`}>
          <Skeleton width={320} />
        </div>
      )}
      {answer !== null && versions.length === 0 && <p className={styles.versionsNote}><Trans>Earlier versions of this comment weren't saved.</Trans></p>}
      {versions.length >= mostVersions && (
        <p className={styles.versionsNote}>{plural(mostVersions, { one: "Only the latest earlier version is kept.", other: "Only the latest # earlier versions are kept." })}</p>
      )}
    </TextFiles>
  );
}

function Version({ userId, at, text, now = false }: { userId: string; at: string; text: string; now?: boolean }) {
  const member = useTroupe((state) => state.members[userId]);
  const person = member ? faceOf(member) : { id: userId, name: t`Someone` };
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <Avatar person={person} size={20} decorative />
        <b>{person.name}</b>
        <time dateTime={at} title={formatInstantLong(at)}>
          {formatInstant(at)}
        </time>
        {now && <span className={styles.versionNow}><Trans>Current</Trans></span>}
      </div>
      <TicketText source={text} what="comment" />
    </li>
  );
}
