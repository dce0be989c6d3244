import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from "react";
import { whenUsable } from "@/lib/later";
import { hasCommentText, LaterCommentText } from "../comment-editor/LaterCommentText";
import { MentioningText } from "../mentions/MentioningText";
import styles from "./Activity.module.css";

interface CommentFieldProps {
  ticketId: string;
  label: string;
  placeholder?: string;
  /** Markdown. */
  value: string;
  onText: (text: string) => void;
  onSend: () => void;
  onLeave?: () => void;
  onBlur?: () => void;
  onUploading?: (uploading: boolean) => void;
  handle?: Ref<{ focus: () => void }>;
  /** The buttons below the text. */
  children?: ReactNode;
}

/**
 * The text of a comment. Until the formatted field has loaded, and where it does not load, it is a plain one with the same
 * Markdown. A plain field that a person has begun to write in stays until it is empty: an exchange at the press of Send
 * would take the click away.
 */
export function CommentField({ ticketId, label, placeholder = "", value, onText, onSend, onLeave, onBlur, onUploading, handle, children }: CommentFieldProps) {
  const [arrived, setArrived] = useState(hasCommentText);
  const [formatted, setFormatted] = useState(arrived);
  const [focused, setFocused] = useState(false);
  const [begun, setBegun] = useState(false);
  const field = useRef<{ focus: () => void }>(null);
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }), []);
  if (arrived && !formatted && (!begun || value === "")) setFormatted(true);
  useEffect(() => {
    if (arrived) return undefined;
    let over = false;
    const fetch = async () => {
      await whenUsable();
      await LaterCommentText.load();
      if (!over) setArrived(true);
    };
    // Without a network, the plain field stays.
    fetch().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [arrived, focused]);
  /** Set by the events themselves: the focus may have come after the last drawing. */
  const holdsFocus = useRef(false);
  useLayoutEffect(() => {
    // Before the browser handles another key: without a focused field, the key would go to the page.
    if (formatted && holdsFocus.current) field.current?.focus();
  }, [formatted]);
  if (formatted)
    return (
      <LaterCommentText
        ticketId={ticketId}
        label={label}
        placeholder={placeholder}
        value={value}
        onText={onText}
        onSend={onSend}
        onLeave={onLeave}
        onBlur={onBlur}
        onUploading={onUploading}
        handle={field}
      >
        {children}
      </LaterCommentText>
    );
  return (
    <>
      <MentioningText
        ticketId={ticketId}
        handle={field}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onText={onText}
        onSend={onSend}
        {...(onLeave && { onLeave })}
        onFocus={() => {
          holdsFocus.current = true;
          setFocused(true);
          setBegun(true);
        }}
        onBlur={() => {
          holdsFocus.current = false;
          setFocused(false);
          onBlur?.();
        }}
      />
      {children && <div className={styles.composerRow}>{children}</div>}
    </>
  );
}
