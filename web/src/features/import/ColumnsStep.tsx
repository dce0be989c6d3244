import { plural, t } from "@lingui/core/macro";
import { CircleHelp } from "lucide-react";
import type { ColumnTarget } from "@/wire/http.generated";
import { attributesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { useMay } from "@/actions/useMay";
import { attributeTypeNames } from "@/ui/attributeTypeNames";
import { Select } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { Failed } from "./FileStep";
import styles from "./Import.module.css";
import { say } from "@/words/i18n";
import { distinct, keyOf, newType, newTypes, problemsOf, targetNames, targetOf, targets, unknownColumns } from "./mapping";
import type { Step } from "./steps";

interface ColumnsStepProps {
  step: Extract<Step, { at: "columns" }>;
  onMap: (column: string, target: ColumnTarget) => void;
}

/** The target of each column of a CSV. A column is left out only if the person says so. */
export function ColumnsStep({ step: { preview, choices, failure }, onMap }: ColumnsStepProps) {
  const columns = distinct(preview.columns ?? []);
  const unknown = unknownColumns(columns);
  const problems = problemsOf(choices);
  const rows = useTroupe((state) => state.attributes);
  const attributes = attributesInOrder({ attributes: rows });
  const mayMake = useMay("manageAttributes");
  return (
    <div className={styles.step}>
      <p className={styles.quiet}>
        {plural(columns.length, { one: "# column", other: "# columns" })}, {plural(preview.total, { one: "# row", other: "# rows" })}.
        {unknown.length > 0 && (
          <>
            {" "}
            {plural(unknown.length, {
              one: "# column doesn't match a field. It will be added to the description unless you choose otherwise.",
              other: "# columns don't match a field. They will be added to the description unless you choose otherwise.",
            })}
          </>
        )}
      </p>
      <Failed failure={failure} />
      {problems[""] !== undefined && (
        <p className={styles.problem} role="alert">
          {problems[""]}
        </p>
      )}
      <ul className={styles.columns}>
        {columns.map((column) => {
          const { name, samples, filled } = column;
          const chosen = choices[name] ?? "descriptionLine";
          const made = newType(chosen);
          const id = `column-${name}`;
          return (
            <li key={name} className={styles.column}>
              <div className={styles.columnText}>
                <label htmlFor={id}>
                  {name === "" ? t`(no name)` : name}
                  {unknown.includes(name) && <Icon of={CircleHelp} size={14} name={t`No matching field`} />}
                </label>
                <p className={styles.samples} title={samples.join("\n")}>
                  {samples.length > 0 ? samples.slice(0, 3).join(" · ") : t`Empty`}
                </p>
                <span className={styles.quiet}>{plural(filled, { one: "# value", other: "# values" })}</span>
              </div>
              <div className={styles.target}>
                <Select
                  id={id}
                  value={keyOf(chosen)}
                  aria-invalid={problems[name] !== undefined}
                  onChange={({ target }) => {
                    const next = targetOf(target.value, column, attributes);
                    if (next) onMap(name, next);
                  }}
                >
                  {targets.map((target) => (
                    <option key={target} value={target}>
                      {say(targetNames[target])}
                    </option>
                  ))}
                  {mayMake && <option value="newAttribute">{t`Make an attribute of this column`}</option>}
                  {attributes.length > 0 && (
                    <optgroup label={t`Attributes`}>
                      {attributes.map((attribute) => (
                        <option key={attribute.id} value={attribute.id}>
                          {attribute.name}
                        </option>
                      ))}
                    </optgroup>
                  )}
                </Select>
                {made !== undefined && (
                  <Select
                    aria-label={t`Type of the attribute “${name}”`}
                    value={made}
                    onChange={({ target }) => {
                      const type = newTypes.find((each) => each === target.value);
                      if (type) onMap(name, { newAttribute: type });
                    }}
                  >
                    {newTypes.map((type) => (
                      <option key={type} value={type}>
                        {attributeTypeNames[type]}
                      </option>
                    ))}
                  </Select>
                )}
                {problems[name] !== undefined && <p className={styles.problem}>{problems[name]}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
