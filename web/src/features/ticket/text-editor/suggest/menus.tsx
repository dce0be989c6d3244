import { t } from "@lingui/core/macro";
import type { Editor, Range } from "@tiptap/core";
import { AtSign, ChevronRight, Code, Hash, Heading1, Heading2, Heading3, Image, List, ListChecks, ListOrdered, ListPlus, Megaphone, Minus, Quote, Table, type LucideIcon } from "lucide-react";
import { ask } from "@/actions/ask";
import { findTickets } from "@/fields/findTickets";
import { jobOf } from "@/fields/job";
import { sharesOf } from "@/fields/status";
import { memberName, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { StatusIcon } from "@/ui/StatusIcon";
import { offeredPeople } from "../../mentions/offeredPeople";
import type { Asks } from "../plugins/asks";
import { caretMenu, type MenuStore, type Offer } from "./suggest";

interface Wants {
  ticketId: string;
  asks: Asks;
  mayAddSubtask: boolean;
  /** False if the person may not attach files to the task. */
  mayAttach?: boolean;
}

/** All menus at the caret. */
export const caretMenus = (store: MenuStore, wants: Wants) => [
  caretMenu(store, { id: "slashMenu", name: t`Insert`, char: "/", offers: (query) => fitting(slashOffers(wants), query) }),
  caretMenu(store, { id: "peopleMenu", name: t`People`, char: "@", offers: (query) => people(wants.ticketId, query) }),
  caretMenu(store, { id: "taskMenu", name: t`Tasks`, char: "#", least: 1, offers: (query) => tasks(wants.ticketId, query) }),
  caretMenu(store, { id: "emojiMenu", name: t`Emoji`, char: ":", least: 2, offers: emoji }),
];

const start = (editor: Editor, range: Range) => editor.chain().focus().deleteRange(range);

function slashOffers({ ticketId, asks, mayAddSubtask, mayAttach = true }: Wants): Offer[] {
  const line = (id: string, icon: LucideIcon, name: string, hint: string, run: Offer["run"], heading?: string): Offer => ({
    id,
    name,
    hint,
    typed: true,
    picture: <Icon of={icon} />,
    run,
    ...(heading !== undefined && { heading }),
  });
  return [
    line("table", Table, t`Table`, "/table", (editor, range) => start(editor, range).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(), t`Add to the text`),
    line("checklist", ListChecks, t`Checklist`, "[ ]", (editor, range) => start(editor, range).toggleTaskList().run()),
    line("code", Code, t`Code block`, "```", (editor, range) => start(editor, range).toggleCodeBlock().run()),
    line("callout", Megaphone, t`Callout`, "/callout", (editor, range) => start(editor, range).toggleCallout("note").run()),
    ...(mayAttach
      ? [
          line("file", Image, t`Image or file`, "/file", (editor, range) => {
            start(editor, range).run();
            asks.ask("files");
          }),
        ]
      : []),
    line("section", ChevronRight, t`Collapsible section`, "/section", (editor, range) => start(editor, range).setDetails().run()),
    line("divider", Minus, t`Divider`, "---", (editor, range) => start(editor, range).setHorizontalRule().run()),
    line("heading1", Heading1, t`Heading 1`, "#", (editor, range) => start(editor, range).setHeading({ level: 1 }).run(), t`Turn into`),
    line("heading2", Heading2, t`Heading 2`, "##", (editor, range) => start(editor, range).setHeading({ level: 2 }).run()),
    line("heading3", Heading3, t`Heading 3`, "###", (editor, range) => start(editor, range).setHeading({ level: 3 }).run()),
    line("bullets", List, t`Bulleted list`, "-", (editor, range) => start(editor, range).toggleBulletList().run()),
    line("numbers", ListOrdered, t`Numbered list`, "1.", (editor, range) => start(editor, range).toggleOrderedList().run()),
    line("quote", Quote, t`Quote`, ">", (editor, range) => start(editor, range).toggleBlockquote().run()),
    line("task", Hash, t`Task`, "#", (editor, range) => start(editor, range).insertContent("#").run(), t`Mention`),
    line("person", AtSign, t`Person`, "@", (editor, range) => start(editor, range).insertContent("@").run()),
    ...(mayAddSubtask
      ? [
          line(
            "subtask",
            ListPlus,
            t`New subtask`,
            "",
            (editor, range) => {
              start(editor, range).run();
              ask("subtask", [ticketId]);
            },
            t`Create`,
          ),
        ]
      : []),
  ];
}

/** The lines whose words begin as typed. A heading stays with the first line of its group that is left. */
export function fitting(offers: readonly Offer[], query: string): Offer[] {
  const typed = query.toLowerCase();
  let heading: string | undefined;
  return offers.flatMap((offer) => {
    heading = offer.heading ?? heading;
    const fits = [...offer.name.toLowerCase().split(/\s+/), offer.id].some((word) => word.startsWith(typed));
    if (!fits) return [];
    const { heading: _, ...rest } = offer;
    const made = { ...rest, ...(heading !== undefined && { heading }) };
    heading = undefined;
    return [made];
  });
}

function people(ticketId: string, query: string): Offer[] {
  return offeredPeople(useTroupe.getState(), ticketId, query).map(({ member, sees }) => ({
    id: member.id,
    name: memberName(member),
    picture: <Avatar person={{ id: member.id, name: memberName(member), avatarUrl: member.avatarUrl }} size={20} decorative />,
    ...(sees && jobOf(member) !== "" && { detail: jobOf(member) }),
    hint: sees ? `@${member.username}` : t`Can't see this task`,
    disabled: !sees,
    run: (editor, range) =>
      start(editor, range)
        .insertContent([{ type: "mention", attrs: { id: member.id, label: member.username } }, { type: "text", text: " " }])
        .run(),
  }));
}

function tasks(ticketId: string, query: string): Offer[] {
  const view = useTroupe.getState();
  return findTickets(view, query, new Set([ticketId])).map((ticket) => {
    const key = ticketKey(view, ticket) ?? `#${ticket.number}`;
    const status = view.statuses[ticket.statusId];
    return {
      id: ticket.id,
      name: ticket.title,
      hint: key,
      picture: status && <StatusIcon category={status.category} share={sharesOf(view.statuses)[ticket.statusId]} size={14} />,
      run: (editor, range) =>
        start(editor, range)
          .insertContent([{ type: "taskReference", attrs: { id: ticket.id, label: key } }, { type: "text", text: " " }])
          .run(),
    };
  });
}

const mostEmoji = 8;

/** The names of emoji are fetched when the first is typed. */
async function emoji(query: string): Promise<Offer[]> {
  const { gemoji } = await import("gemoji");
  const typed = query.toLowerCase();
  const score = (names: readonly string[], tags: readonly string[]) =>
    names.some((name) => name === typed) ? 0 : names.some((name) => name.startsWith(typed)) ? 1 : tags.some((tag) => tag.startsWith(typed)) ? 2 : 3;
  return gemoji
    .map((one) => ({ one, rank: score(one.names, one.tags) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostEmoji)
    .map(({ one }) => ({
      id: one.emoji,
      name: one.names[0] ?? one.description,
      picture: one.emoji,
      run: (editor, range) => start(editor, range).insertContent(one.emoji).run(),
    }));
}
