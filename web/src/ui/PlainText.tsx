import styles from "./Markdown.module.css";

/** A text as typed, with the reason why it is not formatted. */
export function PlainText({ text, note }: { text: string; note?: string }) {
  return (
    <div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.plain} dir="auto">{text}</div>
    </div>
  );
}
