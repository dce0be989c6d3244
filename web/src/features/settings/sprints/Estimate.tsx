import { t } from "@lingui/core/macro";
import { setEstimate } from "@/actions/sprints";
import { useMay } from "@/actions/useMay";
import { attributesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Field, Select } from "@/ui/Field";
import settings from "../Settings.module.css";

/** Asks what sprints count: tasks, or the numbers of an attribute. */
export function Estimate() {
  const attributes = useTroupe((state) => state.attributes);
  const estimateId = useTroupe((state) => state.workspace?.estimateId ?? null);
  const mayUpdate = useMay("updateWorkspace");
  const numbers = attributesInOrder({ attributes }).filter(({ type, listIds }) => type === "number" && !listIds);
  return (
    <div className={settings.form}>
      <Field label={t`Estimate`} hint={t`Burndown and velocity add up the numbers of this attribute. Without one, they count tasks.`}>
        {(tied) => (
          <Select {...tied} disabled={!mayUpdate} value={estimateId !== null && attributes[estimateId] ? estimateId : ""} onChange={({ target }) => void setEstimate(target.value || null)}>
            <option value="">{t`None: count tasks`}</option>
            {numbers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
