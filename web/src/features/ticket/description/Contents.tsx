import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { useMemo, type CSSProperties, type RefObject } from "react";
import { Icon } from "@/ui/Icon";
import { useSectionName } from "../place";
import { headingsOf, type Heading } from "./contents";
import styles from "./Description.module.css";

/** A text with fewer headings needs no table of contents. */
const least = 3;

/** Scrolls to a heading, in the text that is read or in the editor. While another person writes, headings may have moved: then the words count. */
function show(section: HTMLElement | null, { words }: Heading, nth: number): void {
  const drawn = [...(section?.querySelectorAll<HTMLElement>(":is(h3, h4, h5)") ?? [])];
  const isIt = (one: HTMLElement | undefined) => one?.textContent.trim() === words;
  const heading = isIt(drawn[nth]) ? drawn[nth] : (drawn.find(isIt) ?? drawn[nth]);
  const closed = heading?.closest<HTMLDetailsElement>("details:not([open])");
  if (closed) closed.open = true;
  heading?.scrollIntoView({ block: "start" });
}

/** The headings of a description, from which a person gets to each of them. */
export function Contents({ text, section }: { text: string; section: RefObject<HTMLElement | null> }) {
  const name = useSectionName(t`Table of contents of the description`);
  const headings = useMemo(() => headingsOf(text), [text]);
  if (headings.length < least) return null;
  return (
    <details className={styles.contents}>
      <summary>
        <Icon of={ChevronRight} size={14} />
        <Trans>Contents</Trans>
      </summary>
      <nav aria-label={name}>
        <ol>
          {headings.map((heading, nth) => (
            // oxlint-disable-next-line react/no-array-index-key -- two headings may have the same words
            <li key={nth} style={{ "--indent": heading.indent } as CSSProperties}>
              <button type="button" dir="auto" onClick={() => show(section.current, heading, nth)}>
                {heading.words || t`Empty heading`}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}
