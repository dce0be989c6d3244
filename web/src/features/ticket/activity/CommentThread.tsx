import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { Fragment, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTakeBack } from "@/actions/giveBack";
import { reopenThread, resolveThread } from "@/actions/threads";
import { useMayOnAll } from "@/actions/useMay";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { Reaction } from "@/wire/generated";
import { usePassages } from "../passages/usePassages";
import styles from "./Activity.module.css";
import { Comment } from "./Comment";
import { NewLine } from "./NewLine";
import { keepReplyDraft, readReplyDraft } from "./replyDrafts";
import { ReplyField } from "./ReplyField";
import { resolvedBy, type Resolved, type Thread } from "./threads";

interface CommentThreadProps {
  ticketId: string;
  thread: Thread;
  reactionsOf: (activityId: string) => readonly Reaction[];
  /** False if older activities have not been loaded, so that a missing first comment may be among them. */
  complete: boolean;
  /** The first reply that the person has not read; null if the thread has none, or is new as a whole. */
  newFrom: string | null;
}

type Replying = "no" | "kept" | "asked";

/** A comment with its replies. A resolved thread is one line until a person opens it. */
export const CommentThread = memo(function CommentThread({ ticketId, thread, reactionsOf, complete, newFrom }: CommentThreadProps) {
  const { id, first, replies } = thread;
  const mayComment = useMayOnAll("comment", [ticketId]);
  const [replying, setReplying] = useState<Replying>(() => (readReplyDraft(ticketId, id) === "" ? "no" : "kept"));
  const [shown, setShown] = useState(false);
  // A new key remounts the field, so that it shows the returned draft.
  const [given, setGiven] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const reply = useCallback(() => setReplying("asked"), []);
  const close = () => {
    setReplying("no");
    setTimeout(() => button.current?.focus({ preventScroll: true }));
  };
  useTakeBack("reply", id, (text) => {
    if (readReplyDraft(ticketId, id) !== "") return false;
    keepReplyDraft(ticketId, id, text);
    setGiven((times) => times + 1);
    setReplying("kept");
    return true;
  });
  const resolved = first && resolvedBy(first);
  const isResolved = resolved !== null;
  // The button that the person has pressed is gone, so the focus goes to the one that takes its place.
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (pressed.current) document.querySelector<HTMLElement>(`[data-comment="${id}"] [data-next]`)?.focus({ preventScroll: true });
    pressed.current = false;
  }, [id, isResolved, shown]);
  const press = (act: () => void) => () => {
    pressed.current = true;
    act();
  };
  const wanted = usePassages((state) => (state.wanted?.threadId === id ? state.wanted.times : 0));
  const [answered, setAnswered] = useState(wanted);
  if (wanted !== answered) {
    setAnswered(wanted);
    setShown(true);
  }
  useEffect(() => {
    if (wanted === 0) return;
    const { commentId, behavior } = usePassages.getState().wanted ?? { commentId: id, behavior: "instant" };
    document.querySelector(`[data-comment="${commentId}"]`)?.scrollIntoView({ block: "center", behavior });
  }, [wanted, id]);
  const resolve = useCallback(() => {
    pressed.current = true;
    setShown(false);
    void resolveThread(id);
  }, [id]);
  if (first && resolved && !shown)
    return (
      <>
        {newFrom !== null && <NewLine />}
        <ResolvedLine thread={thread} resolved={resolved} onShow={press(() => setShown(true))} />
      </>
    );
  // A deleted comment takes no replies.
  const onReply = mayComment && first ? reply : undefined;
  const below = (replies.length > 0 || replying !== "no" || resolved) && (
    <div className={styles.replies}>
      {replies.length > 0 && (
        <ol aria-label={t`Replies`}>
          {replies.map((one) => (
            <Fragment key={one.id}>
              {one.id === newFrom && <NewLine />}
              <Comment comment={one} reactions={reactionsOf(one.id)} onReply={onReply} />
            </Fragment>
          ))}
        </ol>
      )}
      {resolved && <ResolvedNote resolved={resolved} onReopen={mayComment ? press(() => void reopenThread(id)) : undefined} onHide={press(() => setShown(false))} />}
      {onReply && replying !== "no" ? (
        <ReplyField key={given} ticketId={ticketId} firstId={id} focus={replying === "asked"} onClose={close} />
      ) : (
        onReply &&
        replies.length > 0 && (
          <button ref={button} type="button" className={styles.replyButton} onClick={reply}>
            <Trans>Reply</Trans>
          </button>
        )
      )}
    </div>
  );
  if (first)
    return (
      <Comment comment={first} reactions={reactionsOf(id)} onReply={onReply} onResolve={onReply && resolve}>
        {below || undefined}
      </Comment>
    );
  return (
    <li className={styles.comment} aria-label={t`Thread`} data-comment={id}>
      <p className={styles.missing}>{complete ? t`The first comment of this thread was deleted.` : t`Replies to an earlier comment`}</p>
      {below}
    </li>
  );
});

function useName(userId: string): string {
  return useTroupe((state) => {
    const member = state.members[userId];
    return member ? memberName(member) : t`Someone`;
  });
}

/** A resolved thread in one line. */
function ResolvedLine({ thread: { id, first, replies }, resolved, onShow }: { thread: Thread; resolved: Resolved; onShow: () => void }) {
  const name = useName(resolved.userId);
  const author = useName(first?.userId ?? "");
  return (
    <li className={styles.resolvedLine} aria-label={t`Resolved thread started by ${author}`} data-comment={id}>
      <Icon of={CircleCheck} />
      <span className={styles.resolvedWords}>
        <Trans>
          {name} resolved a thread started by {author}
        </Trans>
        {replies.length > 0 && ` · ${plural(replies.length, { one: "# reply", other: "# replies" })}`}
      </span>
      <Button size="sm" variant="ghost" data-next onClick={onShow}>
        <Trans>Show thread</Trans>
      </Button>
    </li>
  );
}

/** Below the replies of a resolved thread. */
function ResolvedNote({ resolved, onReopen, onHide }: { resolved: Resolved; onReopen: (() => void) | undefined; onHide: () => void }) {
  const name = useName(resolved.userId);
  return (
    <p className={styles.resolvedNote}>
      <Icon of={CircleCheck} />
      <span>
        <Trans>Resolved by {name}</Trans>{" "}
        <time dateTime={resolved.at} title={formatInstantLong(resolved.at)}>
          {formatInstant(resolved.at)}
        </time>
      </span>
      {onReopen && (
        <Button size="sm" onClick={onReopen}>
          <Trans>Reopen</Trans>
        </Button>
      )}
      <Button size="sm" variant="ghost" data-next onClick={onHide}>
        <Trans>Hide thread</Trans>
      </Button>
    </p>
  );
}
