import { t } from "@lingui/core/macro";
import { TableOfContents } from "lucide-react";
import type { CSSProperties } from "react";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import styles from "./TextPage.module.css";
import type { useOutline } from "./useOutline";

type OutlineProps = ReturnType<typeof useOutline>;

/** The headings beside the text. */
export function Outline({ headings, current, show }: OutlineProps) {
  if (headings.length === 0) return null;
  return (
    <nav aria-label={t`Contents`} className={styles.outline}>
      <ol>
        {headings.map((heading, nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- two headings may have the same words
          <li key={nth}>
            <button type="button" dir="auto" aria-current={nth === current ? "location" : undefined} title={heading.words} style={{ "--indent": heading.indent } as CSSProperties} onClick={() => show(heading, true)}>
              {heading.words}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The same as a menu, where there is no room beside the text. It only scrolls: on a phone, a caret would open the keyboard. */
export function OutlineMenu({ headings, current, show }: OutlineProps) {
  if (headings.length === 0) return null;
  const items = headings.map((heading, nth) => ({
    id: String(nth),
    name: heading.words,
    checked: nth === current,
    picture: <span style={{ width: heading.indent * 12 }} />,
    onSelect: () => show(heading, false),
  }));
  return (
    <Menu name={t`Contents`} align="end" items={items}>
      <IconButton icon={TableOfContents} name={t`Contents`} />
    </Menu>
  );
}
