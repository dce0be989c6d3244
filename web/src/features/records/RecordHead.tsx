import { plural, t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { Link } from "@/lib/location";
import { paths, type Collection } from "@/lib/paths";
import { formatDate } from "@/lib/plainDate";
import { stateNames } from "@/fields/versionStates";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { noStatistics, totalTickets, versionStatistics } from "@/sync/totals";
import type { Component, FixVersion } from "@/wire/generated";
import { ProgressByCategory } from "./ProgressByCategory";
import { PersonHead } from "./PersonHead";
import styles from "./Records.module.css";
import { SprintHead } from "./SprintHead";

interface RecordHeadProps {
  page: Collection;
  id: string;
  /** The address of a task over this page. */
  hrefOf: (ticketId: string) => string;
}

/** What stands above the tasks of a component, a fix version, a sprint or a person. */
export function RecordHead({ page, id, hrefOf }: RecordHeadProps) {
  const component = useTroupe((state) => (page === "component" ? state.components[id] : undefined));
  const version = useTroupe((state) => (page === "version" ? state.fixVersions[id] : undefined));
  const person = useTroupe((state) => (page === "person" ? state.members[id] : undefined));
  if (person) return <PersonHead of={person} hrefOf={hrefOf} />;
  if (page === "sprint") return <SprintHead id={id} />;
  if (component) return <ComponentHead of={component} />;
  return version ? <VersionHead of={version} /> : null;
}

function ComponentHead({ of: { id, description, leadUserId } }: { of: Component }) {
  const { workspace: slug = "" } = useParams();
  const total = useTroupe((state) => totalTickets(state, id));
  const lead = useTroupe((state) => (leadUserId === null ? undefined : state.members[leadUserId]));
  const name = lead && memberName(lead);
  return (
    <section className={styles.head} aria-label={t`Component`}>
      <p className={styles.facts}>
        <Link className={styles.up} to={paths.settings(slug, "components")}>{t`Components`}</Link>
        <span>{plural(total, { one: "# task", other: "# tasks" })}</span>
        {name !== undefined && <span dir="auto">{t`Lead: ${name}`}</span>}
      </p>
      {description !== "" && <p className={styles.about} dir="auto">{description}</p>}
    </section>
  );
}

function VersionHead({ of: { id, description, startDate, releaseDate, state: phase } }: { of: FixVersion }) {
  const { workspace: slug = "" } = useParams();
  const statistics = useTroupe((state) => versionStatistics(state).get(id)) ?? noStatistics;
  const { all, completed } = statistics;
  const tasks = plural(all, { one: "# task", other: "# tasks" });
  const [start, release] = [startDate && formatDate(startDate), releaseDate && formatDate(releaseDate)];
  return (
    <section className={styles.head} aria-label={t`Fix version`}>
      <p className={styles.facts}>
        <Link className={styles.up} to={paths.settings(slug, "versions")}>{t`Fix versions`}</Link>
        <span className={styles.phase}>{stateNames[phase]}</span>
        <span>{all === 0 ? t`No tasks` : t`${tasks}, ${completed} completed`}</span>
        {start !== null && <span>{t`Start: ${start}`}</span>}
        {release !== null && <span>{t`Release: ${release}`}</span>}
      </p>
      {description !== "" && <p className={styles.about} dir="auto">{description}</p>}
      {all > 0 && <ProgressByCategory of={statistics} />}
    </section>
  );
}
