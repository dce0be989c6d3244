import { CircleHelp } from "lucide-react";
import type { ColumnTarget } from "@/api/import";
import { counted } from "@/lib/names";
import { Select } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { Failed } from "./FileStep";
import styles from "./Import.module.css";
import { distinct, problemsOf, targetNames, targets, unknownColumns } from "./mapping";
import type { Step } from "./steps";

interface ColumnsStepProps {
  step: Extract<Step, { at: "columns" }>;
  onMap: (column: string, target: ColumnTarget) => void;
}

/** What each column of a CSV becomes. Nothing is left out unless somebody says so. */
export function ColumnsStep({ step: { preview, choices, failure }, onMap }: ColumnsStepProps) {
  const columns = distinct(preview.columns ?? []);
  const unknown = unknownColumns(columns);
  const problems = problemsOf(choices);
  return (
    <div className={styles.step}>
      <p className={styles.quiet}>
        {counted(columns.length, "column")}, {counted(preview.total, "row")}.
        {unknown.length > 0 &&
          ` ${counted(unknown.length, "column")} ${unknown.length === 1 ? "has" : "have"} no field of that name: what is in ${unknown.length === 1 ? "it" : "them"} goes into the description, unless you choose otherwise.`}
      </p>
      <Failed failure={failure} />
      {problems[""] !== undefined && (
        <p className={styles.problem} role="alert">
          {problems[""]}
        </p>
      )}
      <ul className={styles.columns}>
        {columns.map(({ name, samples, filled }) => {
          const id = `column-${name}`;
          return (
            <li key={name} className={styles.column}>
              <div className={styles.columnText}>
                <label htmlFor={id}>
                  {name === "" ? "(no name)" : name}
                  {unknown.includes(name) && <Icon of={CircleHelp} size={14} name="No field of that name" />}
                </label>
                <p className={styles.samples} title={samples.join("\n")}>
                  {samples.length > 0 ? samples.slice(0, 3).join(" · ") : "Empty"}
                </p>
                <span className={styles.quiet}>{counted(filled, "value")}</span>
              </div>
              <div>
                <Select
                  id={id}
                  value={choices[name]}
                  aria-invalid={problems[name] !== undefined}
                  onChange={(event) => {
                    const target = targets.find((one) => one === event.target.value);
                    if (target) onMap(name, target);
                  }}
                >
                  {targets.map((target) => (
                    <option key={target} value={target}>
                      {targetNames[target]}
                    </option>
                  ))}
                </Select>
                {problems[name] !== undefined && <p className={styles.problem}>{problems[name]}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
