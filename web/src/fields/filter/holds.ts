import type { PlainDate } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import { meets } from "../arrange/filter";
import { NONE } from "../options";
import type { Language } from "./language";
import type { Filter } from "./tree";

/** Who asks, and on which day. */
export interface Reference {
  day: PlainDate;
  me: string | null;
}

/** A test for tickets that pass the filter. Its conditions are applied by the same function as the chips of the toolbar. */
export function testOf(filter: Filter, language: Language, reference: Reference): (ticket: Ticket) => boolean {
  if ("all" in filter) {
    const tests = filter.all.map((part) => testOf(part, language, reference));
    return (ticket) => tests.every((passes) => passes(ticket));
  }
  if ("any" in filter) {
    const tests = filter.any.map((part) => testOf(part, language, reference));
    return (ticket) => tests.some((passes) => passes(ticket));
  }
  if ("not" in filter) {
    const test = testOf(filter.not, language, reference);
    return (ticket) => !test(ticket);
  }
  const known = language.find(({ id }) => id === filter.field);
  if (!known) return () => true;
  const words = filter.words.map((word) => (word === "me" && known.isOfPeople ? (reference.me ?? word) : word));
  const test = meets(known.value, words, reference.day);
  if (known.form !== "choice" || !words.includes("any")) return test;
  const isEmpty = meets(known.value, [NONE], reference.day);
  return (ticket) => test(ticket) || !isEmpty(ticket);
}
