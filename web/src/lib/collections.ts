import { t } from "@lingui/core/macro";
import type { Collection, PersonalPage, RecordPage } from "./paths";

export const collectionNames: Record<Exclude<Collection, "list" | RecordPage> | PersonalPage, string> = {
  get inbox() {
    return t`Inbox`;
  },
  get epics() {
    return t`Epics`;
  },
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
