import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { memo, useState } from "react";
import { faceOf } from "@/actions/choices";
import { deleteComment, editComment } from "@/actions/talk";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { ConfirmDialog } from "@/ui/Dialog";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
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

/** What somebody said, and what others think of it. */
export const Comment = memo(function Comment({ comment, reactions }: CommentProps) {
  const member = useTroupe((state) => state.members[comment.userId]);
  const mine = useTroupe((state) => state.me === comment.userId);
  const [editing, setEditing] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const person = member ? faceOf(member) : { id: comment.userId, name: "Somebody" };
  const save = (message: string) => {
    setEditing(false);
    if (message !== comment.message) void editComment(comment.id, message);
  };
  return (
    <li className={styles.comment} aria-label={`Comment by ${person.name}`} data-comment={comment.id}>
      <Avatar person={person} size={20} decorative className={styles.face} />
      <header className={styles.head}>
        <b>{person.name}</b>
        <time dateTime={comment.createdAt} title={formatInstantLong(comment.createdAt)}>
          {formatInstant(comment.createdAt)}
        </time>
        {comment.updatedAt !== null && comment.updatedAt !== comment.createdAt && (
          <span className={styles.edited} title={formatInstantLong(comment.updatedAt)}>
            edited
          </span>
        )}
        <SaveMark ticketId={comment.id} field="message" />
        <span className={styles.tools}>
          <AddReaction activityId={comment.id} reactions={reactions} />
          {mine && (
            <Menu
              name="Comment"
              align="end"
              items={[
                { id: "edit", name: "Edit", icon: Pencil, onSelect: () => setEditing(true) },
                { id: "delete", name: "Delete", icon: Trash2, danger: true, apart: true, onSelect: () => setLeaving(true) },
              ]}
            >
              <IconButton icon={Ellipsis} name="Comment actions" />
            </Menu>
          )}
        </span>
      </header>
      <div className={styles.body}>
        {editing ? (
          <CommentEditor text={comment.message ?? ""} onSave={save} onCancel={() => setEditing(false)} />
        ) : (
          <TicketText source={comment.message ?? ""} />
        )}
      </div>
      <Reactions activityId={comment.id} reactions={reactions} />
      <ConfirmDialog
        open={leaving}
        title="Delete this comment?"
        text="Its reactions go with it. There is no way back."
        confirm="Delete"
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
