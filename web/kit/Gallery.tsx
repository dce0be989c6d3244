import { CloudOff, Link2, RefreshCw, SquareKanban, Table2, Trash2, UserPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Avatar, AvatarStack, NoAvatar } from "@/ui/Avatar";
import { Banner } from "@/ui/Banner";
import { Button } from "@/ui/Button";
import { Calendar } from "@/ui/Calendar";
import { Checkbox } from "@/ui/Checkbox";
import { EmptyState } from "@/ui/EmptyState";
import { Select, TextField } from "@/ui/Field";
import { IconButton } from "@/ui/IconButton";
import { Keys } from "@/ui/Keys";
import { LabelChip, ListDot } from "@/ui/Label";
import { Logo } from "@/ui/Logo";
import { Markdown, type ReferenceResolver } from "@/ui/Markdown";
import { PickerList } from "@/ui/Picker";
import { presenceClass } from "@/ui/presence";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { Progress } from "@/ui/Progress";
import { SegmentedControl } from "@/ui/Segmented";
import { SkeletonRows } from "@/ui/Skeleton";
import { Stage } from "@/ui/Stage";
import { StatusIcon } from "@/ui/StatusIcon";
import { statusShares } from "@/ui/statusShare";
import { ViewTabs } from "@/ui/ViewTabs";
import { hues, priorities, priorityNames, type StatusCategory } from "@/ui/vocabulary";
import styles from "./Gallery.module.css";

const statuses: { id: string; name: string; category: StatusCategory }[] = [
  { id: "backlog", name: "Backlog", category: "byDefault" },
  { id: "todo", name: "To do", category: "byDefault" },
  { id: "progress", name: "In progress", category: "started" },
  { id: "review", name: "In review", category: "started" },
  { id: "blocked", name: "Blocked", category: "blocked" },
  { id: "parked", name: "Parked", category: "canceled" },
  { id: "done", name: "Done", category: "completed" },
];
const shares = statusShares(statuses);
const people = ["Eric Rescorla", "David Benjamin", "Ben Kaduk", "Hannes Tschofenig", "Ilari Liusvaara", "Martin Thomson"].map(
  (name, index) => ({ id: `person-${index}`, name }),
);
const [first, second, third, fourth] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0], (typeof people)[0]];
const since = "2026-01-01T00:00:00Z";

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{name}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  );
}

const linked: ReferenceResolver = (reference) => <a href="#there">{reference.text}</a>;

/** Everything that the kit has, in one theme: for the eye, beside the reference. Not part of the app. */
export function Gallery({ theme }: { theme: "light" | "dark" }) {
  const [zoom, setZoom] = useState<"day" | "week" | "month">("week");
  const [view, setView] = useState<"spreadsheet" | "kanban">("spreadsheet");
  const [checked, setChecked] = useState(true);
  return (
    <div className={styles.gallery} data-theme={theme}>
      <Part name="Buttons">
        <Button variant="primary">Create task</Button>
        <Button icon={UserPlus}>Share</Button>
        <Button variant="ghost">Filter</Button>
        <Button variant="danger">Discard</Button>
        <Button disabled>Share</Button>
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <IconButton icon={Link2} name="Copy link" keys="Mod+L" />
        <IconButton icon={Link2} name="Copy link, on" on />
      </Part>
      <Part name="Status: shape first, colour second">
        {statuses.map(({ id, name, category }) => (
          <span key={id} className={styles.word}>
            <StatusIcon category={category} share={shares[id]} /> {name}
          </span>
        ))}
      </Part>
      <Part name="Priority">
        {priorities.map((priority) => (
          <span key={priority} className={styles.word}>
            <PriorityIcon priority={priority} /> {priorityNames[priority]}
          </span>
        ))}
      </Part>
      <Part name="Labels and lists">
        {hues.map((hue) => (
          <LabelChip key={hue} hue={hue} name={hue} />
        ))}
        <ListDot hue="pink" />
        <ListDot hue="grey" outline />
      </Part>
      <Part name="Presence">
        <Stage
          onFollow={() => undefined}
          actors={[
            { person: second, state: "writing", since },
            { person: first, state: "viewing", since },
            { person: third, state: "viewing", since },
            { person: fourth, state: "idle", since },
          ]}
        />
        <AvatarStack people={people} />
        <Avatar person={first} size={32} />
        <Avatar person={second} size={16} solid />
        <NoAvatar size={24} />
        {people.map((person) => (
          <span key={person.id} className={`${styles.flag} ${presenceClass(person.id)}`}>
            {person.name}
          </span>
        ))}
      </Part>
      <Part name="Choices">
        <SegmentedControl
          name="Zoom"
          value={zoom}
          onChange={setZoom}
          options={[
            { id: "day", name: "Day" },
            { id: "week", name: "Week" },
            { id: "month", name: "Month" },
          ]}
        />
        <Checkbox name="One" checked={checked} onChange={setChecked} />
        <Checkbox name="Some" checked="mixed" onChange={() => undefined} />
        <Checkbox name="None" checked={false} onChange={() => undefined} />
        <Keys keys="Mod+K" />
        <span style={{ height: 40, display: "flex" }}>
          <ViewTabs
            name="View"
            current={view}
            onChange={setView}
            tabs={[
              { id: "spreadsheet", name: "Spreadsheet", icon: Table2 },
              { id: "kanban", name: "Kanban", icon: SquareKanban },
            ]}
          />
        </span>
        <Logo size={28} />
      </Part>
      <Part name="Fields">
        <TextField label="Name" defaultValue="draft-20" hint="As people will see it" />
        <TextField label="Password" defaultValue="" error="Password cannot be empty" />
        <Select aria-label="Category" defaultValue="started">
          <option value="started">Started</option>
        </Select>
      </Part>
      <Part name="Picker and dates">
        <div className={styles.list}>
          <PickerList
            name="Status"
            keys="S"
            selected={["progress"]}
            options={statuses.map(({ id, name, category }) => ({
              id,
              name,
              picture: <StatusIcon category={category} share={shares[id]} />,
            }))}
            onPick={() => undefined}
            onDone={() => undefined}
          />
        </div>
        <Calendar value="2026-04-28" onPick={() => undefined} />
      </Part>
      <Part name="Banners and progress">
        <div className={styles.full}>
          <Banner tone="warning" icon={CloudOff} title="Offline." actions={<Button size="sm">Try now</Button>}>
            3 edits are waiting.
          </Banner>
          <Banner tone="info" icon={RefreshCw} title="Sending 3 edits" />
          <Banner tone="danger" icon={Trash2} title="Refused" />
        </div>
        <Progress name="Upload" share={0.6} />
      </Part>
      <Part name="Text">
        <Markdown
          source={
            "## A heading\n\nI notice that `some` labels are **long**, see #964 and @ekr.\n\n- one\n- two\n  1. first\n- [x] done\n\n> said before\n\n```\n16  tls13 ext binder\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |"
          }
          resolve={linked}
        />
      </Part>
      <Part name="Waiting and nothing">
        <div className={styles.full}>
          <SkeletonRows count={3} />
        </div>
        <div className={styles.full} style={{ height: 300 }}>
          <EmptyState title="Nothing on stage yet" actions={<Button variant="primary" keys="N">New task</Button>}>
            Add the first task.
          </EmptyState>
        </div>
      </Part>
    </div>
  );
}
