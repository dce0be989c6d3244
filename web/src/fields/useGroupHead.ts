import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useTroupe } from "@/sync/store";
import { headOf } from "./arrange/group";
import { fieldById, type FieldId } from "./field";
import { pictureOf } from "./Picture";
import { fieldsOf } from "./registry";

export interface GroupHead {
  name: string;
  picture: ReactNode;
}

/** The name and the picture of a group. */
export function useGroupHead(by: FieldId, groupId: string): GroupHead {
  const head = useTroupe((state) => headOf(fieldById(fieldsOf(state), by), groupId, state));
  if (!head) return { name: t`Tasks`, picture: null };
  return { name: typeof head.name === "string" ? head.name : head.name(), picture: pictureOf("look" in head ? head.look : undefined) };
}
