import { t } from "@lingui/core/macro";
import { createLabel } from "@/actions/config";
import { useMay } from "@/actions/useMay";
import { labels } from "@/fields/labels";
import { useOffered } from "@/fields/useChoices";
import type { PickerListProps } from "@/ui/Picker";
import type { LabelSet } from "@/wire/generated";

/** What a picker offers for a label set: all labels of the workspace, each with the other set that it would leave, and a new label. */
export function useLabelChoices(others: readonly LabelSet[], onMade: (labelId: string) => void): Pick<PickerListProps, "options" | "create"> {
  const mayMake = useMay("manageLabels");
  const options = useOffered(labels.value).map((option) => {
    const other = others.find(({ labelsOrder }) => labelsOrder.includes(option.id));
    return other ? { ...option, meta: other.name } : option;
  });
  const create = {
    name: t`label`,
    onCreate(name: string) {
      const { id, answer } = createLabel({ name });
      void answer;
      onMade(id);
    },
  };
  return { options, create: mayMake ? create : undefined };
}
