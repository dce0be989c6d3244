import { t } from "@lingui/core/macro";
import { hueName } from "./hueItems";
import { ListDot } from "./Label";
import { hues, type Hue } from "./vocabulary";
import styles from "./HueRow.module.css";
import { useRadios } from "./useRadios";

/** The twelve hues as one choice. */
export function HueRow({ hue, onPick }: { hue: Hue; onPick: (hue: Hue) => void }) {
  const radios = useRadios(hues, hue, onPick);
  return (
    <div role="radiogroup" aria-label={t`Color`} className={styles.hues} {...radios.group}>
      {hues.map((each) => (
        <button key={each} type="button" aria-label={hueName(each)} title={hueName(each)} {...radios.of(each)}>
          <ListDot hue={each} />
        </button>
      ))}
    </div>
  );
}
