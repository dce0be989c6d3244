import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fragment } from "react";
import { faceOf } from "@/fields/people";
import { clockOf, formatInstantLong } from "@/lib/instant";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import type { DescriptionVersion } from "@/wire/http.generated";
import { authorsOf, causeOf, dayOf } from "./sentences";
import styles from "./Versions.module.css";

interface VersionListProps {
  versions: readonly DescriptionVersion[];
  currentId: string | null;
  onChoose: (id: string) => void;
  /** Loads older versions; null if all are here. */
  more: (() => void) | null;
}

/** The versions by days, newest first. */
export function VersionList({ versions, currentId, onChoose, more }: VersionListProps) {
  return (
    <nav className={styles.list} aria-label={t`Versions`}>
      <h2 className={styles.heading}><Trans>Versions</Trans></h2>
      {versions.map((version, at) => {
        const day = dayOf(version.endedAt);
        const before = versions[at - 1];
        return (
          <Fragment key={version.id}>
            {(!before || dayOf(before.endedAt) !== day) && <h3 className={styles.day}>{day}</h3>}
            <Line version={version} newest={at === 0} current={version.id === currentId} onChoose={() => onChoose(version.id)} />
          </Fragment>
        );
      })}
      {more && (
        <Button size="sm" variant="ghost" className={styles.more} onClick={more}>
          <Trans>Show older versions</Trans>
        </Button>
      )}
      <p className={styles.foot}>
        <Trans>Up to 100 versions are kept, each for a year. Restoring a version creates a new one.</Trans>
      </p>
    </nav>
  );
}

interface LineProps {
  version: DescriptionVersion;
  newest: boolean;
  current: boolean;
  onChoose: () => void;
}

function Line({ version, newest, current, onChoose }: LineProps) {
  const members = useTroupe((state) => state.members);
  const faces = version.authors.flatMap((id) => members[id] ?? []).map(faceOf);
  const cause = causeOf(version);
  return (
    <button type="button" className={styles.version} aria-current={current} onClick={onChoose} title={formatInstantLong(version.endedAt)}>
      <span className={styles.dot} aria-hidden />
      <time className={styles.time} dateTime={version.endedAt}>
        {clockOf(version.endedAt)}
      </time>
      <span className={styles.faces} aria-hidden>{faces.length > 0 && <AvatarStack people={faces} size={18} max={2} />}</span>
      <span className={styles.who}>
        <span className={styles.names} dir="auto">{authorsOf(version, members)}</span>
        {newest && <span className={styles.cause}><Trans>Latest version</Trans></span>}
        {cause !== null && <span className={styles.cause}>{cause}</span>}
      </span>
    </button>
  );
}
