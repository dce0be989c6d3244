import { t } from "@lingui/core/macro";
import { BookOpen, Bug, CircleQuestionMark, FileText, Sparkles, SquareCheck, TrendingUp, Zap, type LucideIcon } from "lucide-react";

/** The pictures of task types, in the order in which they are offered. */
export const typeIcons = ["task", "bug", "story", "epic", "feature", "improvement", "question", "document"] as const;
export type TypeIcon = (typeof typeIcons)[number];

export const typeDrawings: Record<TypeIcon, LucideIcon> = {
  task: SquareCheck,
  bug: Bug,
  story: BookOpen,
  epic: Zap,
  feature: Sparkles,
  improvement: TrendingUp,
  question: CircleQuestionMark,
  document: FileText,
};

export const typeIconNames: Record<TypeIcon, string> = {
  get task() {
    return t`Task`;
  },
  get bug() {
    return t`Bug`;
  },
  get story() {
    return t`Story`;
  },
  get epic() {
    return t`Epic`;
  },
  get feature() {
    return t`Feature`;
  },
  get improvement() {
    return t`Improvement`;
  },
  get question() {
    return t`Question`;
  },
  get document() {
    return t`Document`;
  },
};
