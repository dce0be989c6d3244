import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Braces, Copy, X } from "lucide-react";
import { use, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { copy } from "@/actions/copy";
import type { Filtering } from "@/fields/arrange/settings";
import type { Chips, Fault as FaultOf, Language, StoredFilter } from "@/fields/filter/filterLanguage";
import { filterLanguage } from "@/fields/filterLanguage";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Popover } from "@/ui/Popover";
import { offersFor } from "./completion";
import { faultInWords, placeIn, storedInWords } from "./faults";
import styles from "./TextFilter.module.css";
import bar from "./Toolbar.module.css";

interface TextFilterProps extends Pick<Filtering, "filters" | "filter"> {
  /** The part of the filter that no chip shows. */
  rest: StoredFilter;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (chips: Chips) => void;
  onRemove: () => void;
}

/** The part of the filter that no chip shows, and the whole filter as a text that can be typed and copied. */
export function TextFilter({ filters, filter, rest: { filter: rest, ...left }, open, onOpen, onChange, onRemove }: TextFilterProps) {
  const { languageOf, withNames, filterOf } = use(filterLanguage.load());
  const fields = useFields();
  const config = useConfig();
  const language = useMemo(() => languageOf(fields, config), [languageOf, fields, config]);
  const shown = storedInWords({ ...left, names: withNames(rest, language) });
  return (
    <span className={bar.chip} role="group" aria-label={t`Filter as text`}>
      <span>
        <Icon of={Braces} size={14} />
      </span>
      <Popover
        name={t`Filter as text`}
        open={open}
        onOpenChange={onOpen}
        className={styles.pop}
        trigger={
          <button type="button" className={bar.value} title={shown}>
            <span className={styles.shown} dir="auto">
              {shown}
            </span>
          </button>
        }
      >
        <TextForm
          before={withNames(filterOf({ filters, filter }, language), language)}
          language={language}
          onTake={(chips) => {
            onChange(chips);
            onOpen(false);
          }}
        />
      </Popover>
      <button
        type="button"
        className={bar.remove}
        aria-label={t`Remove the filter as text`}
        onClick={() => {
          onOpen(false);
          onRemove();
        }}
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}

interface TextFormProps {
  before: string;
  language: Language;
  onTake: (chips: Chips) => void;
}

/** The filter as a text. Enter applies it; a fault is said with its place selected. */
function TextForm({ before, language, onTake }: TextFormProps) {
  const { readFilter, chipsOf, Fault } = use(filterLanguage.load());
  const fields = useFields();
  const [text, setText] = useState(before);
  const [caret, setCaret] = useState(before.length);
  const [fault, setFault] = useState<FaultOf | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { from, offers } = offersFor(text.slice(0, caret), language);
  const type = (next: string, at: number) => {
    setText(next);
    setCaret(at);
    setFault(null);
  };
  const take = () => {
    try {
      onTake(chipsOf(readFilter(text, language), fields, language));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      setFault(error);
      field.current?.focus();
      field.current?.setSelectionRange(placeIn(text, error.at), placeIn(text, error.end));
    }
  };
  const insert = (offer: string) => {
    const end = `${text.slice(0, from)}${offer} `;
    // The new text is rendered at once, so that the caret is in the right place before the next key.
    flushSync(() => type(`${end}${text.slice(caret).trimStart()}`, end.length));
    field.current?.focus();
    field.current?.setSelectionRange(end.length, end.length);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <textarea
        ref={field}
        className={styles.text}
        aria-label={t`Filter as text`}
        aria-invalid={fault !== null}
        placeholder={t`status = "To do" and (due <= today or assignee = me)`}
        data-autofocus
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={4_000}
        value={text}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const [first] = offers;
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            take();
          } else if (event.key === "Tab" && !event.shiftKey && first && caret > from) {
            event.preventDefault();
            insert(first.text);
          }
        }}
      />
      {fault !== null && (
        <p className={styles.problem} role="alert">
          {faultInWords(fault)}
        </p>
      )}
      <div className={styles.offers} role="group" aria-label={t`Suggestions`}>
        {offers.map(({ text: offer }) => (
          <button key={offer} type="button" className={styles.offer} dir="auto" onClick={() => insert(offer)}>
            {offer}
          </button>
        ))}
      </div>
      <p className={styles.hint}>
        <Trans>Join conditions with and, or, not and parentheses. Enter applies the filter, Tab takes the first suggestion.</Trans>
      </p>
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" icon={Copy} disabled={text.trim() === ""} onClick={() => copy([text], t`Copied the filter`)}>
          <Trans>Copy</Trans>
        </Button>
        <span className={styles.space} />
        <Button size="sm" type="submit" variant="primary">
          <Trans>Apply</Trans>
        </Button>
      </div>
    </form>
  );
}
