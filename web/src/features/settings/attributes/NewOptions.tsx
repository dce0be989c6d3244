import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useId, type KeyboardEvent } from "react";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Field";
import { hueItems } from "@/ui/hueItems";
import { IconButton } from "@/ui/IconButton";
import { LabelDot } from "@/ui/Label";
import { Menu } from "@/ui/Menu";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";
import { repeats, withLine, type NewOption } from "./newOptions";

interface NewOptionsProps {
  options: readonly NewOption[];
  onChange: (options: NewOption[]) => void;
}

/** The options of an attribute that is being created. Enter adds a line. */
export function NewOptions({ options, onChange }: NewOptionsProps) {
  const titleId = useId();
  const change = (key: number, patch: Partial<NewOption>) => onChange(options.map((option) => (option.key === key ? { ...option, ...patch } : option)));
  const add = () => onChange(withLine(options));
  const press = (event: KeyboardEvent, { name }: NewOption) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || name.trim() === "") return;
    event.preventDefault();
    add();
  };
  return (
    <div role="group" aria-labelledby={titleId} className={styles.draft}>
      <span id={titleId} className={styles.label}><Trans>Options</Trans></span>
      {options.map((option, index) => {
        const position = index + 1;
        const taken = repeats(options, option);
        return (
          <div key={option.key} className={styles.line}>
            <Menu name={t`Color of option ${position}`} items={hueItems(option.color, LabelDot, (color) => change(option.key, { color }))}>
              <button type="button" className={settings.dot} aria-label={t`Color of option ${position}: ${option.color}`} title={t`Color`}>
                <LabelDot hue={option.color} />
              </button>
            </Menu>
            <Input
              aria-label={t`Option ${position}`}
              aria-invalid={taken}
              // A line that was just added is typed in next; the first one comes with the choice of the type.
              autoFocus={index > 0 && option.name === ""}
              maxLength={100}
              value={option.name}
              onChange={({ target }) => change(option.key, { name: target.value })}
              onKeyDown={(event) => press(event, option)}
            />
            <IconButton icon={X} name={t`Remove option ${position}`} disabled={options.length === 1} onClick={() => onChange(options.filter(({ key }) => key !== option.key))} />
            {taken && <span className={settings.problem} role="alert">{t`That name is taken`}</span>}
          </div>
        );
      })}
      <Button size="sm" icon={Plus} className={styles.more} onClick={add}>
        <Trans>Add option</Trans>
      </Button>
    </div>
  );
}
