import type { ReactNode } from "react";
import styles from "./Settings.module.css";

interface HeadProps {
  title: string;
  text: ReactNode;
  /** The one primary action of the page. */
  action?: ReactNode;
}

/** The title of a settings page, and a line about the page. */
export function Head({ title, text, action }: HeadProps) {
  return (
    <header className={styles.head}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {action}
    </header>
  );
}
