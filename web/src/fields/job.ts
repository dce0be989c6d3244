import type { Member } from "@/wire/generated";

/** "Mason, Works": what a person does, and where; empty if the person has not said. */
export const jobOf = ({ designation, department }: Pick<Member, "designation" | "department">): string =>
  // Nodes of the previous version send neither.
  [designation, department].filter(Boolean).join(", ");
