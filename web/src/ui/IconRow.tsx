import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Icon } from "./Icon";
import styles from "./IconRow.module.css";
import { listDrawings, listIconNames, listIcons, type ListIcon } from "./listIcons";
import { useRadios } from "./useRadios";
import { hueColor, type Hue } from "./vocabulary";

const choices: readonly (ListIcon | null)[] = [null, ...listIcons];

interface IconRowProps {
  icon: ListIcon | null;
  /** The first choice: no icon. */
  plain: { name: string; picture: ReactNode };
  /** The colour of the icons. If absent, icons have the colour of the text. */
  hue?: Hue;
  onPick: (icon: ListIcon | null) => void;
}

/** Lets a person choose the icon of a list or of a saved view. */
export function IconRow({ icon, plain, hue, onPick }: IconRowProps) {
  const radios = useRadios(choices, icon, onPick);
  const nameOf = (each: ListIcon | null) => (each === null ? plain.name : listIconNames[each]);
  const color = hue === undefined ? undefined : hueColor(hue);
  return (
    <div role="radiogroup" aria-label={t`Icon`} className={styles.icons} {...radios.group}>
      {choices.map((each) => (
        <button key={each} type="button" aria-label={nameOf(each)} title={nameOf(each)} {...radios.of(each)}>
          {each === null ? plain.picture : <span style={{ color, display: "grid" }}><Icon of={listDrawings[each]} /></span>}
        </button>
      ))}
    </div>
  );
}
