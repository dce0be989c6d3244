import { msg } from "@lingui/core/macro";
import { CircleAlert, Info, Lightbulb, OctagonAlert, TriangleAlert, type LucideIcon } from "lucide-react";
import type { Message } from "@/words/i18n";

/** The kinds of callouts, as GitHub's Markdown names them. */
export const calloutKinds = ["note", "tip", "important", "warning", "caution"] as const;
export type CalloutKind = (typeof calloutKinds)[number];

export const isCalloutKind = (kind: unknown): kind is CalloutKind => calloutKinds.some((known) => known === kind);

export const calloutNames: Record<CalloutKind, Message> = {
  note: msg`Note`,
  tip: msg`Tip`,
  important: msg`Important`,
  warning: msg`Warning`,
  caution: msg`Caution`,
};

export const calloutIcons: Record<CalloutKind, LucideIcon> = { note: Info, tip: Lightbulb, important: CircleAlert, warning: TriangleAlert, caution: OctagonAlert };
