import "./hues.css";
import styles from "./Label.module.css";
import { hueColor, type Hue } from "./vocabulary";

/** The round dot of a label. */
export function LabelDot({ hue }: { hue: Hue }) {
  return <i className={styles.dot} style={{ background: hueColor(hue) }} aria-hidden />;
}

/** A label: its dot beside neutral text, never a filled pill. */
export function LabelChip({ hue, name }: { hue: Hue; name: string }) {
  return (
    <span className={styles.chip} title={name}>
      <LabelDot hue={hue} />
      <span dir="auto">{name}</span>
    </span>
  );
}

/** The square dot of a list; an outline for a suggested list. */
export function ListDot({ hue, outline = false }: { hue: Hue; outline?: boolean }) {
  return (
    <i
      className={outline ? `${styles.square} ${styles.outline}` : styles.square}
      style={outline ? undefined : { background: hueColor(hue) }}
      aria-hidden
    />
  );
}
