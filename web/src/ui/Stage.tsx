import { cx } from "@/lib/cx";
import { counted } from "@/lib/names";
import { Avatar } from "./Avatar";
import { presenceClass } from "./presence";
import styles from "./Stage.module.css";
import { Tooltip } from "./Tooltip";
import type { PersonFace } from "./vocabulary";

/** Somebody who is here: writing, looking on, or away from the keys for two minutes. */
export interface Actor {
  person: PersonFace;
  state: "writing" | "viewing" | "idle";
  /** What they are in, for the tooltip: "Due date of KEY-12". */
  where?: string | null;
  /** Since when, RFC 3339: who is longest here stands first. */
  since: string;
}

const MOST = 5;
const order = { writing: 0, viewing: 1, idle: 2 };

/** Writing first, then longest here. */
export function inOrder(actors: readonly Actor[]): Actor[] {
  return [...actors].sort(
    (a, b) =>
      order[a.state] - order[b.state] || a.since.localeCompare(b.since) || a.person.id.localeCompare(b.person.id),
  );
}

interface StageProps {
  actors: readonly Actor[];
  /** Follows a person to where they are; without it the faces only tell. */
  onFollow?: (userId: string) => void;
  size?: 18 | 24;
}

/** The row of those who are here, each over a footlight in their colour. */
export function Stage({ actors, onFollow, size = 24 }: StageProps) {
  if (actors.length === 0) return null;
  const sorted = inOrder(actors);
  const shown = sorted.slice(0, MOST);
  const rest = sorted.slice(MOST);
  return (
    <div className={styles.stage} role="group" aria-label={`${counted(actors.length, "person", "people")} here`}>
      {shown.map((actor) => (
        <OnStage key={actor.person.id} actor={actor} size={size} {...(onFollow && { onFollow })} />
      ))}
      {rest.length > 0 && (
        <Tooltip name={rest.map((actor) => actor.person.name).join(", ")}>
          <span className={styles.more}>+{rest.length}</span>
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
  onFollow?: (userId: string) => void;
}) {
  const { person, state, where } = actor;
  const label = `${person.name}${where ? `, ${where}` : ""}${state === "idle" ? ", away" : ""}`;
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
        <button type="button" className={className} aria-label={label} onClick={() => onFollow(person.id)}>
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
