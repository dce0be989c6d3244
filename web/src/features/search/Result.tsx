import { Columns3, TextAlignStart } from "lucide-react";
import { useMemo } from "react";
import { formatInstant } from "@/lib/instant";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { restrictedLists } from "@/sync/homes";
import { memberName, statusesInOrder, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar, AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { ListPicture } from "@/ui/Label";
import { Pieces } from "@/ui/Pieces";
import { PrivateMark } from "@/ui/PrivateMark";
import { StatusIcon } from "@/ui/StatusIcon";
import { statusShares } from "@/ui/statusShare";
import type { FoundTicket, Ticket } from "@/wire/generated";
import styles from "./Search.module.css";

/** A found task: its title, the texts that match, and where it is. */
export function Result({ result, ticket, slug }: { result: FoundTicket; ticket: Ticket; slug: string }) {
  const key = useTroupe((state) => ticketKey(state, ticket));
  const statuses = useTroupe((state) => state.statuses);
  const members = useTroupe((state) => state.members);
  const attributes = useTroupe((state) => state.attributes);
  const lists = useTroupe((state) => state.lists);
  const restricted = useTroupe(restrictedLists);
  const shares = useMemo(() => statusShares(statusesInOrder({ statuses })), [statuses]);
  const status = statuses[ticket.statusId];
  const person = (id: string) => {
    const member = members[id];
    return member ? [{ id, name: memberName(member), avatarUrl: member.avatarUrl }] : [];
  };
  const people = ticket.assigneesIds.flatMap(person);
  const places = ticket.lists.flatMap(({ listId }) => lists[listId] ?? []);
  const [home] = places;
  const place = { ticketKey: key ?? ticket.id };
  return (
    <article className={styles.result}>
      <div className={styles.head}>
        {status && <StatusIcon category={status.category} share={shares[status.id]} name={status.name} />}
        {key !== null && <span className={styles.key}>{key}</span>}
        {ticket.private && <PrivateMark />}
        <Link
          className={cx(styles.title, ticket.completed && styles.done)}
          dir="auto"
          to={home ? paths.list(slug, home.id, place) : paths.collection(slug, "all", place)}
        >
          <Pieces pieces={result.title} />
        </Link>
        {people.length > 0 && <AvatarStack people={people} />}
      </div>
      {result.description && (
        <div className={styles.text}>
          <Icon of={TextAlignStart} size={14} />
          <p dir="auto"><Pieces pieces={result.description} /></p>
        </div>
      )}
      {result.fields.map(({ attributeId, text }) => (
        <div key={attributeId} className={styles.text}>
          <Icon of={Columns3} size={14} />
          <p dir="auto">
            <b>{attributes[attributeId]?.name}</b> <Pieces pieces={text} />
          </p>
        </div>
      ))}
      {result.comments.map(({ activityId, userId, text }) => {
        const [by] = person(userId);
        return (
          <div key={activityId} className={styles.text}>
            {by && <Avatar person={by} size={16} />}
            <p dir="auto">
              {by && <b>{by.name}</b>} <Pieces pieces={text} />
            </p>
          </div>
        );
      })}
      <div className={styles.foot}>
        {places.map(({ id, name, color, suggested, icon, archivedAt }) => (
          <span key={id} className={styles.place}>
            <ListPicture hue={color} outline={suggested} icon={icon} restricted={restricted.has(id)} archived={Boolean(archivedAt)} />
            <span dir="auto">{name}</span>
          </span>
        ))}
        <span>{formatInstant(ticket.updatedAt)}</span>
      </div>
    </article>
  );
}
