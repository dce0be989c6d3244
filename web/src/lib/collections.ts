import { t } from "@lingui/core/macro";
import type { Collection } from "./paths";

export const collectionNames: Record<Exclude<Collection, "list">, string> = {
  get all() {
    return t`All tasks`;
  },
  get mine() {
    return t`Assigned to me`;
  },
  get created() {
    return t`Created by me`;
  },
  get private() {
    return t`Private tasks`;
  },
  get trash() {
    return t`Trash`;
  },
};
