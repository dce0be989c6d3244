import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { memo, useLayoutEffect, useRef, useState } from "react";
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
import { SaveMark } from "../SaveMark";
import { TicketText } from "../TicketText";
import styles from "./Activity.module.css";
import { CommentEditor } from "./CommentEditor";
import { AddReaction, Reactions } from "./Reactions";

interface CommentProps {
  comment: Activity;
  reactions: readonly Reaction[];
}

/** A comment with its reactions. */
export const Comment = memo(function Comment({ comment, reactions }: CommentProps) {
  const member = useTroupe((state) => state.members[comment.userId]);
  const mine = useTroupe((state) => state.me === comment.userId);
  const mayComment = useMayOnAll("comment", [comment.ticketId]);
  const mayModerate = useMayOnAll("moderateComments", [comment.ticketId]);
  const mayEdit = mine && mayComment;
  const mayDelete = mine ? mayComment : mayModerate;
  const [editing, setEditing] = useState(false);
  const own = useRef<HTMLLIElement>(null);
  const edited = useRef(false);
  useLayoutEffect(() => {
    if (!editing && edited.current) own.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus({ preventScroll: true });
    edited.current = editing;
  }, [editing]);
  const [leaving, setLeaving] = useState(false);
  const person = member ? faceOf(member) : { id: comment.userId, name: t`Someone` };
  const save = (message: string) => {
    setEditing(false);
    if (message !== comment.message) void editComment(comment.id, message);
  };
  const items: MenuItem[] = [];
  if (mayEdit) items.push({ id: "edit", name: t`Edit`, icon: Pencil, onSelect: () => setEditing(true) });
  if (mayDelete) items.push({ id: "delete", name: t`Delete`, icon: Trash2, danger: true, apart: mayEdit, onSelect: () => setLeaving(true) });
  return (
    <li ref={own} className={styles.comment} aria-label={t`Comment by ${person.name}`} data-comment={comment.id}>
      <Avatar person={person} size={20} decorative className={styles.face} />
      <header className={styles.head}>
        <b><PersonLink id={person.id} className={styles.author}>{person.name}</PersonLink></b>
        <time dateTime={comment.createdAt} title={formatInstantLong(comment.createdAt)}>
          {formatInstant(comment.createdAt)}
        </time>
        {comment.updatedAt !== null && comment.updatedAt !== comment.createdAt && (
          <span className={styles.edited} title={formatInstantLong(comment.updatedAt)}>
            <Trans>edited</Trans>
          </span>
        )}
        <SaveMark ticketId={comment.id} field="message" />
        <span className={styles.tools}>
          {mayComment && <AddReaction activityId={comment.id} reactions={reactions} />}
          {items.length > 0 && (
            <Menu
              name={t`Comment`}
              align="end"
              items={items}
            >
              <IconButton icon={Ellipsis} name={t`Comment actions`} />
            </Menu>
          )}
        </span>
      </header>
      <div className={styles.body}>
        {editing && mayEdit ? (
          <CommentEditor ticketId={comment.ticketId} text={comment.message ?? ""} onSave={save} onCancel={() => setEditing(false)} />
        ) : (
          <TicketText source={comment.message ?? ""} what="comment" />
        )}
      </div>
      <Reactions ticketId={comment.ticketId} activityId={comment.id} reactions={reactions} />
      <ConfirmDialog
        open={leaving}
        title={t`Delete this comment?`}
        text={t`Its reactions will be deleted too. This can't be undone.`}
        confirm={t`Delete`}
        danger
        onCancel={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false);
          void deleteComment(comment.id);
        }}
      />
    </li>
  );
});
