import { t } from "@lingui/core/macro";
import { CircleCheck, Ellipsis, Link2, Pencil, Quote, Reply, Trash2 } from "lucide-react";
import { memo, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { faceOf } from "@/fields/people";
import { PersonLink } from "@/fields/PersonLink";
import { deleteComment, editComment } from "@/actions/talk";
import { useMayOnAll } from "@/actions/useMay";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { ConfirmDialog } from "@/ui/Dialog";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { Activity, Reaction } from "@/wire/generated";
import { passageOf } from "../passages/passage";
import { PassageQuote } from "../passages/PassageQuote";
import { useWanted } from "../passages/usePassages";
import { SaveMark } from "../SaveMark";
import { TicketText } from "../TicketText";
import styles from "./Activity.module.css";
import { CommentEditor } from "./CommentEditor";
import { Edited } from "./Edited";
import { copyCommentLink } from "./linkedComment";
import { markdownOfWords, quote, quoted, selectedIn } from "./quotes";
import { AddReaction, Reactions } from "./Reactions";
import { replyTo, resolvedBy } from "./threads";

interface CommentProps {
  comment: Activity;
  reactions: readonly Reaction[];
  /** Opens the field for a reply to the thread; undefined if the person may not comment. */
  onReply?: (() => void) | undefined;
  /** Resolves the thread; undefined if the comment is a reply, or the person may not comment. */
  onResolve?: (() => void) | undefined;
  /** The replies, below the comment. */
  children?: ReactNode;
}

/** A comment with its reactions. */
export const Comment = memo(function Comment({ comment, reactions, onReply, onResolve, children }: CommentProps) {
  const { id, ticketId, message } = comment;
  const member = useTroupe((state) => state.members[comment.userId]);
  const mine = useTroupe((state) => state.me === comment.userId);
  const mayComment = useMayOnAll("comment", [ticketId]);
  const mayModerate = useMayOnAll("moderateComments", [ticketId]);
  const mayEdit = mine && mayComment;
  const mayDelete = mine ? mayComment : mayModerate;
  const wanted = useWanted(id);
  const [editing, setEditing] = useState(false);
  const own = useRef<HTMLLIElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const edited = useRef(false);
  useLayoutEffect(() => {
    if (!editing && edited.current) own.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus({ preventScroll: true });
    edited.current = editing;
  }, [editing]);
  const [leaving, setLeaving] = useState(false);
  // The words that were selected when the menu was opened: opening it ends the selection.
  const [selected, setSelected] = useState("");
  const person = member ? faceOf(member) : { id: comment.userId, name: t`Someone` };
  const save = (text: string) => {
    setEditing(false);
    if (text !== message) void editComment(id, text);
  };
  const items: MenuItem[] = [];
  if (mayEdit) items.push({ id: "edit", name: t`Edit`, icon: Pencil, onSelect: () => setEditing(true) });
  if (mayComment) {
    const words = selected === "" ? (message ?? "") : markdownOfWords(selected);
    items.push({ id: "quote", name: selected === "" ? t`Quote` : t`Quote selection`, icon: Quote, onSelect: () => quote(ticketId, quoted(words)) });
  }
  items.push({ id: "link", name: t`Copy link`, icon: Link2, onSelect: () => copyCommentLink(ticketId, id) });
  if (mayDelete) items.push({ id: "delete", name: t`Delete`, icon: Trash2, danger: true, apart: true, onSelect: () => setLeaving(true) });
  const begins = replyTo(comment) === null;
  const passage = passageOf(comment);
  const lookAtSelection = () => setSelected(selectedIn(body.current));
  return (
    <li ref={own} className={styles.comment} aria-label={t`Comment by ${person.name}`} data-comment={id}>
      {wanted > 0 && <span key={wanted} className={styles.wanted} aria-hidden />}
      <Avatar person={person} size={20} decorative className={styles.face} />
      <header className={styles.head}>
        <b><PersonLink id={person.id} className={styles.author}>{person.name}</PersonLink></b>
        <time dateTime={comment.createdAt} title={formatInstantLong(comment.createdAt)}>
          {formatInstant(comment.createdAt)}
        </time>
        {comment.updatedAt !== null && comment.updatedAt !== comment.createdAt && <Edited comment={comment} at={comment.updatedAt} />}
        <SaveMark ticketId={id} field="message" />
        <span className={styles.tools}>
          {mayComment && <AddReaction activityId={id} reactions={reactions} />}
          {onReply && <IconButton icon={Reply} name={t`Reply`} onClick={onReply} />}
          {onResolve && resolvedBy(comment) === null && <IconButton icon={CircleCheck} name={t`Resolve thread`} data-next onClick={onResolve} />}
          {/* Before the menu opens and takes the focus. */}
          <span onPointerDownCapture={lookAtSelection} onKeyDownCapture={lookAtSelection}>
            <Menu name={t`Comment`} align="end" items={items}>
              <IconButton icon={Ellipsis} name={t`Comment actions`} />
            </Menu>
          </span>
        </span>
      </header>
      <div ref={body} className={styles.body}>
        {passage && <PassageQuote commentId={id} passage={passage} resolved={resolvedBy(comment) !== null} />}
        {editing && mayEdit ? (
          <CommentEditor ticketId={ticketId} text={message ?? ""} onSave={save} onCancel={() => setEditing(false)} />
        ) : (
          <TicketText source={message ?? ""} what="comment" />
        )}
      </div>
      <Reactions ticketId={ticketId} activityId={id} reactions={reactions} />
      {children}
      <ConfirmDialog
        open={leaving}
        title={t`Delete this comment?`}
        text={
          begins
            ? t`The comment, its earlier versions and its reactions will be deleted. Replies will stay. The task's history will show who deleted it. This can't be undone.`
            : t`The comment, its earlier versions and its reactions will be deleted. The task's history will show who deleted it. This can't be undone.`
        }
        confirm={t`Delete`}
        danger
        onCancel={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false);
          void deleteComment(id);
        }}
      />
    </li>
  );
});
