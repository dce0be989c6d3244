import { t } from "@lingui/core/macro";
import type { AttributeType } from "./attributeTypes";

/** The names of the types. They are apart from the icons, because lists of tasks show only the icons. */
export const attributeTypeNames: Record<AttributeType, string> = {
  get text() {
    return t`Text`;
  },
  get number() {
    return t`Number`;
  },
  get date() {
    return t`Date`;
  },
  get checkbox() {
    return t`Checkbox`;
  },
  get url() {
    return t`Web address`;
  },
  get singleSelect() {
    return t`Single select`;
  },
  get multiSelect() {
    return t`Multiple select`;
  },
  get labels() {
    return t`Labels`;
  },
  get users() {
    return t`People`;
  },
  get linkedTasks() {
    return t`Linked tasks`;
  },
};

/** True if values are chosen from options of the attribute. */
export const hasOptions = (type: AttributeType): boolean => type === "singleSelect" || type === "multiSelect";
