import { useEffect, useMemo, useState } from "react";
import { listPeople } from "@/api/people";
import { useMay } from "@/actions/useMay";
import { useWhenBack } from "@/actions/useWhenBack";
import { useTroupe } from "@/sync/store";
import type { PersonOfWorkspace } from "@/wire/http.generated";

/** The addresses and the last activity of people, by id. `null` if this person may not know them. */
export interface KnownPeople {
  people: ReadonlyMap<string, PersonOfWorkspace> | null;
  failed: boolean;
  again: () => void;
}

const nothing: ReadonlyMap<string, PersonOfWorkspace> = new Map();

/** Asks the node for addresses, and again when a person joins or leaves. They are kept nowhere: the page forgets them when it closes. */
export function usePeople(workspaceId: string | undefined): KnownPeople {
  const mayKnow = useMay("manageMembers");
  const members = useTroupe((state) => state.members);
  const present = useMemo(() => Object.values(members).map(({ id, state }) => `${id} ${state}`).toSorted().join(), [members]);
  const [answer, setAnswer] = useState<ReadonlyMap<string, PersonOfWorkspace> | "failed">(nothing);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!mayKnow || workspaceId === undefined) return undefined;
    const leaving = new AbortController();
    listPeople(workspaceId, leaving.signal).then(
      (people) => setAnswer(new Map(people.map((person) => [person.id, person]))),
      () => leaving.signal.aborted || setAnswer("failed"),
    );
    return () => leaving.abort();
  }, [mayKnow, workspaceId, present, round]);
  const failed = mayKnow && answer === "failed";
  const again = () => setRound(round + 1);
  useWhenBack(failed, again);
  return { people: mayKnow ? (answer === "failed" ? nothing : answer) : null, failed, again };
}
