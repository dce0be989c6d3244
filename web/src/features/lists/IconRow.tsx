import { t } from "@lingui/core/macro";
import { Icon } from "@/ui/Icon";
import { ListDot } from "@/ui/Label";
import { listDrawings, listIconNames, listIcons } from "@/ui/listIcons";
import { hueColor, type Hue } from "@/ui/vocabulary";
import type { ListIcon } from "@/wire/generated";
import styles from "./Lists.module.css";
import { useRadios } from "@/ui/useRadios";

const choices: readonly (ListIcon | null)[] = [null, ...listIcons];

/** The pictures of lists as one choice, with the plain square first. */
export function IconRow({ icon, hue, onPick }: { icon: ListIcon | null; hue: Hue; onPick: (icon: ListIcon | null) => void }) {
  const radios = useRadios(choices, icon, onPick);
  const nameOf = (each: ListIcon | null) => (each === null ? t`Square` : listIconNames[each]);
  return (
    <div role="radiogroup" aria-label={t`Icon`} className={styles.icons} {...radios.group}>
      {choices.map((each) => (
        <button key={each} type="button" aria-label={nameOf(each)} title={nameOf(each)} {...radios.of(each)}>
          {each === null ? <ListDot hue={hue} /> : <span style={{ color: hueColor(hue), display: "grid" }}><Icon of={listDrawings[each]} /></span>}
        </button>
      ))}
    </div>
  );
}
