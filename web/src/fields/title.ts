import { t } from "@lingui/core/macro";
import { FileText, Pencil } from "lucide-react";
import type { Field } from "./field";

/** The title. The spreadsheet shows it in the column that is always there. */
export const title: Field = {
  id: "title",
  key: "title",
  word: "title",
  name: () => t`Title`,
  noun: () => t`title`,
  value: { kind: "line", longest: 500, read: (ticket) => ticket.title, write: (text) => ({ title: text }) },
  sort: {
    order: 40,
    ways: [() => t`A to Z`, () => t`Z to A`],
    key: (ticket) => ticket.title,
    collated: true,
  },
  action: { order: 80, label: () => t`Rename`, icon: Pencil, keys: ["R"], alone: true },
  history: { activities: ["nameChange"], icon: Pencil, sentence: "renamed" },
};

/** The description, in Markdown. The panel shows it below the fields. */
export const description: Field = {
  id: "description",
  key: "description",
  word: "description",
  name: () => t`Description`,
  noun: () => t`description`,
  value: { kind: "long" },
  action: { order: 90, label: () => t`Edit description`, icon: FileText, keys: ["E"], alone: true },
  history: { activities: ["description"], icon: FileText, sentence: "edited" },
};
