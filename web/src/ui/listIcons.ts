import { t } from "@lingui/core/macro";
import { Book, Briefcase, Bug, Calendar, ChartColumn, Code, Flag, Folder, Globe, Heart, House, Lightbulb, Megaphone, Palette, Rocket, Shield, ShoppingCart, Star, Target, Users, Wrench, type LucideIcon } from "lucide-react";

/** The pictures of lists, in the order in which they are offered. */
export const listIcons = ["folder", "briefcase", "book", "bug", "calendar", "cart", "chart", "code", "flag", "globe", "heart", "house", "idea", "megaphone", "palette", "people", "rocket", "shield", "star", "target", "wrench"] as const;
export type ListIcon = (typeof listIcons)[number];

export const listDrawings: Record<ListIcon, LucideIcon> = {
  folder: Folder,
  briefcase: Briefcase,
  book: Book,
  bug: Bug,
  calendar: Calendar,
  cart: ShoppingCart,
  chart: ChartColumn,
  code: Code,
  flag: Flag,
  globe: Globe,
  heart: Heart,
  house: House,
  idea: Lightbulb,
  megaphone: Megaphone,
  palette: Palette,
  people: Users,
  rocket: Rocket,
  shield: Shield,
  star: Star,
  target: Target,
  wrench: Wrench,
};

export const listIconNames: Record<ListIcon, string> = {
  get folder() {
    return t`Folder`;
  },
  get briefcase() {
    return t`Briefcase`;
  },
  get book() {
    return t`Book`;
  },
  get bug() {
    return t`Bug`;
  },
  get calendar() {
    return t`Calendar`;
  },
  get cart() {
    return t`Cart`;
  },
  get chart() {
    return t`Chart`;
  },
  get code() {
    return t`Code`;
  },
  get flag() {
    return t`Flag`;
  },
  get globe() {
    return t`Globe`;
  },
  get heart() {
    return t`Heart`;
  },
  get house() {
    return t`House`;
  },
  get idea() {
    return t`Idea`;
  },
  get megaphone() {
    return t`Megaphone`;
  },
  get palette() {
    return t`Palette`;
  },
  get people() {
    return t`People`;
  },
  get rocket() {
    return t`Rocket`;
  },
  get shield() {
    return t`Shield`;
  },
  get star() {
    return t`Star`;
  },
  get target() {
    return t`Target`;
  },
  get wrench() {
    return t`Wrench`;
  },
};
