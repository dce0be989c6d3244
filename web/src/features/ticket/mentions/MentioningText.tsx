import type { ComponentProps } from "react";
import { GrowingText } from "../GrowingText";
import styles from "./Mentions.module.css";
import { OfferedPeople } from "./OfferedPeople";
import { useMentions } from "./useMentions";

interface MentioningTextProps extends Omit<ComponentProps<typeof GrowingText>, "onKey"> {
  ticketId: string;
}

/** A text of a comment, in which `@` offers the people of the workspace. */
export function MentioningText({ ticketId, value, onText, ...rest }: MentioningTextProps) {
  const mentions = useMentions(ticketId, value, onText);
  return (
    <span className={styles.box}>
      <GrowingText
        {...rest}
        value={value}
        onText={onText}
        onKey={mentions.press}
        {...mentions.area}
        onBlur={(event) => {
          mentions.close();
          rest.onBlur?.(event);
        }}
      />
      {mentions.list && <OfferedPeople {...mentions.list} onChoose={mentions.choose} />}
    </span>
  );
}
