import { plural, t } from "@lingui/core/macro";
import { cx } from "@/lib/cx";
import { inRow, isolated } from "@/words/isolate";
import { Avatar } from "./Avatar";
import { presenceClass } from "./presence";
import styles from "./Stage.module.css";
import { Tooltip } from "./Tooltip";
import type { PersonFace } from "./vocabulary";

/** A present person: writing, reading, or away from the keyboard for two minutes. */
export interface Actor {
  person: PersonFace;
  state: "writing" | "viewing" | "idle";
  /** The person's place, for the tooltip: "Due date of KEY-12". */
  where?: string | null;
  /** The start of the person's presence, RFC 3339. The longest present person stands first. */
  since: string;
}

const order = { writing: 0, viewing: 1, idle: 2 };

/** Writing people first, then the longest present. */
export function inOrder(actors: readonly Actor[]): Actor[] {
  return [...actors].sort(
    (a, b) =>
      order[a.state] - order[b.state] || a.since.localeCompare(b.since) || a.person.id.localeCompare(b.person.id),
  );
}

interface StageProps {
  actors: readonly Actor[];
  /** The places of people by user id. A click on a face with a place leads there; other faces do nothing. */
  places?: Readonly<Record<string, string>>;
  onFollow?: (place: string) => void;
  size?: 18 | 24;
  /** The number of faces that fit; the others are counted. */
  most?: number;
  /** The reason why the row may be incomplete. */
  missing?: string | undefined;
}

/** The row of present people, each above a light in their colour. */
export function Stage({ actors, places = {}, onFollow, size = 24, most = 5, missing }: StageProps) {
  if (actors.length === 0 && !missing) return null;
  const sorted = inOrder(actors);
  const shown = sorted.slice(0, most);
  const rest = inRow(sorted.slice(most).map((actor) => actor.person.name));
  return (
    <div className={styles.stage} role="group" aria-label={plural(actors.length, { one: "# person here", other: "# people here" })}>
      {shown.map((actor) => {
        const place = places[actor.person.id];
        const follow = place !== undefined && onFollow ? { onFollow: () => onFollow(place) } : {};
        return <OnStage key={actor.person.id} actor={actor} size={size} {...follow} />;
      })}
      {rest !== "" && (
        <Tooltip name={rest}>
          <span className={styles.more} role="img" aria-label={rest}>
            +{sorted.length - most}
          </span>
        </Tooltip>
      )}
      {missing && (
        <Tooltip name={missing}>
          <span className={styles.more} role="img" aria-label={missing}>
            +?
          </span>
        </Tooltip>
      )}
    </div>
  );
}

function OnStage({
  actor,
  size,
  onFollow,
}: {
  actor: Actor;
  size: 18 | 24;
  onFollow?: () => void;
}) {
  const { person, state, where } = actor;
  const placed = where ? `${isolated(person.name)}, ${where}` : person.name;
  const label = state === "idle" ? t`${placed}, away` : placed;
  const className = cx(styles.actor, presenceClass(person.id), styles[state]);
  const face = (
    <>
      <span className={styles.face} style={{ display: "grid" }}>
        <Avatar person={person} size={size} solid={state === "writing"} decorative />
      </span>
      <i className={styles.foot} />
    </>
  );
  return (
    <Tooltip name={label}>
      {onFollow ? (
        <button type="button" className={className} aria-label={label} onClick={onFollow}>
          {face}
        </button>
      ) : (
        <span className={className} role="img" aria-label={label}>
          {face}
        </span>
      )}
    </Tooltip>
  );
}
