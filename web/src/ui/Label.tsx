import { t } from "@lingui/core/macro";
import { Lock } from "lucide-react";
import { Suspense } from "react";
import { laterComponent } from "@/lib/later";
import "./hues.css";
import { Icon } from "./Icon";
import type { ListIcon } from "./listIcons";
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

/** The drawings are not part of the first load: until they are here, a list is the square of its colour. */
const ListDrawing = laterComponent(async () => (await import("./ListDrawing")).ListDrawing, { instead: ({ hue }) => <ListDot hue={hue} />, idle: false });

interface ListDotProps {
  hue: Hue;
  /** A suggested list. */
  outline?: boolean;
  /** A group of lists. */
  round?: boolean;
  /** The picture of the list; absent for a square. */
  icon?: ListIcon | null | undefined;
}

/** The square dot of a list, or its picture. */
export function ListDot({ hue, outline = false, round = false, icon }: ListDotProps) {
  if (icon)
    return (
      <Suspense fallback={<ListDot hue={hue} />}>
        <ListDrawing icon={icon} hue={hue} />
      </Suspense>
    );
  if (round) return <LabelDot hue={hue} />;
  return (
    <i
      className={outline ? `${styles.square} ${styles.outline}` : styles.square}
      style={outline ? undefined : { background: hueColor(hue) }}
      aria-hidden
    />
  );
}

/** Marks a list that only the people with whom it is shared can see. Stands beside the name of the list. */
export function RestrictedMark() {
  return (
    <span className={styles.lock} title={t`Only people with access can see this list`}>
      <Icon of={Lock} size={12} name={t`Restricted`} />
    </span>
  );
}

/** Few lists are archived, so the mark is not part of the first load. */
const Archived = laterComponent(async () => (await import("./ArchivedMark")).ArchivedMark, { instead: () => null, idle: false });

/** Marks a list that is archived. Stands beside the name of the list. */
export const ArchivedMark = () => (
  <Suspense>
    <Archived />
  </Suspense>
);

interface ListPictureProps extends ListDotProps {
  restricted: boolean;
  archived?: boolean;
}

/** The dot of a list, with a lock if the list is restricted, and a box if it is archived. */
export function ListPicture({ restricted, archived = false, ...dot }: ListPictureProps) {
  if (!restricted && !archived) return <ListDot {...dot} />;
  return (
    <span className={styles.picture}>
      <ListDot {...dot} />
      {restricted && <RestrictedMark />}
      {archived && <ArchivedMark />}
    </span>
  );
}
