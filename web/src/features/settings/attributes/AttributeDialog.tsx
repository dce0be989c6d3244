import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { createAttribute, updateAttribute } from "@/actions/attributes";
import { isNameTaken } from "@/lib/useName";
import { undo, useTroupe } from "@/sync/store";
import { same } from "@/sync/tables/tables";
import { attributeTypeNames, hasOptions } from "@/ui/attributeTypeNames";
import { attributeTypes, typeOf, type AttributeType } from "@/ui/attributeTypes";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { Field, Select, TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { Attribute, AttributePatch } from "@/wire/generated";
import styles from "./Attributes.module.css";
import { defaultIn, typedDefault } from "./defaults";
import { DefaultValue } from "./DefaultValue";
import { takenNames } from "./lists";
import { emptySet, lacksName, setsToMake } from "./newLabelSet";
import { NewLabelSet } from "./NewLabelSet";
import { NewOptions } from "./NewOptions";
import { namedOptions, repeats, withLine } from "./newOptions";
import { ShownIn } from "./ShownIn";

/** The longest description, in characters. The node counts bytes, up to 1,000. */
const longest = 250;

interface AttributeDialogProps {
  /** The attribute to rename and describe; null for a new one. */
  of: Attribute | null;
  among: readonly Attribute[];
  onClose: () => void;
}

/** Asks for the name and the description of an attribute, and for the type and the options of a new one. */
export function AttributeDialog({ of: attribute, among, onClose }: AttributeDialogProps) {
  const [name, setName] = useState(attribute?.name ?? "");
  const [description, setDescription] = useState(attribute?.description ?? "");
  const [type, setType] = useState<AttributeType>(attribute ? typeOf(attribute) : "text");
  const [shownOnCards, setShownOnCards] = useState(false);
  const [options, setOptions] = useState(() => withLine([]));
  const [set, setSet] = useState(emptySet);
  const cardsId = useId();
  const requiredId = useId();
  const [required, setRequired] = useState(attribute?.required ?? false);
  const [given, setGiven] = useState(() => typedDefault(attribute?.defaultValue ?? null));
  const [listIds, setListIds] = useState<readonly string[] | null>(attribute?.listIds ?? null);
  const [tried, setTried] = useState(false);
  const { leave, question } = useDiscard({ name, description, type, shownOnCards, options, set, required, given, listIds }, onClose);
  const wanted = name.trim();
  const systemNames = useTroupe(useShallow((state) => Object.values(state.systemAttributes).flatMap((row) => row.name ?? [])));
  const shares = useTroupe((state) => state.shares);
  const others = [...takenNames({ shares }, among, attribute?.id, listIds), ...systemNames];
  const taken = isNameTaken(wanted, others) ? t`That name is taken` : null;
  const problem = taken ?? (tried && wanted === "" ? t`Enter a name` : null);
  // The node stores the type "labels" as a multiple select with label sets.
  const stored = type === "labels" ? "multiSelect" : type;
  const asksOptions = attribute === null && hasOptions(type);
  const asksSet = attribute === null && type === "labels";
  const unnamed = asksSet && lacksName(set) ? t`Enter a name` : null;
  const found = defaultIn(stored, given);
  const unlisted = listIds?.length === 0 ? t`Choose at least one list` : null;
  const save = () => {
    setTried(true);
    if (found.problem !== null || unlisted !== null || unnamed !== null) return;
    if (wanted === "" || taken !== null || (asksOptions && options.some((option) => repeats(options, option)))) return;
    onClose();
    const about = description.trim();
    if (attribute === null) {
      const more = { ...(required && type !== "checkbox" && { required }), ...(found.value !== null && { defaultValue: found.value }), ...(listIds && { listIds: [...listIds] }) };
      void createAttribute({ name: wanted, type: stored, description: about, shownOnCards, options: asksOptions ? namedOptions(options) : [], ...(asksSet && { labelSets: setsToMake(set) }), ...more });
      return;
    }
    const patch: AttributePatch = {
      ...(wanted !== attribute.name && { name: wanted }),
      ...(about !== attribute.description && { description: about }),
      ...(required !== (attribute.required ?? false) && { required }),
      ...(given !== typedDefault(attribute.defaultValue ?? null) && { defaultValue: found.value }),
      ...(!same(listIds, attribute.listIds ?? null) && { listIds: listIds && [...listIds] }),
    };
    if (Object.keys(patch).length === 0) return;
    void updateAttribute(attribute.id, patch).then(
      ({ ok }) => ok && tell({ text: t`Saved “${wanted}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={attribute === null ? t`New attribute` : t`Edit “${attribute.name}”`}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="attribute" variant="primary">
            {attribute === null ? t`Create attribute` : t`Save`}
          </Button>
          {question}
        </>
      }
    >
      <form
        id="attribute"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={problem} onChange={({ target }) => setName(target.value)} />
        <Field label={t`Type`} hint={attribute === null ? t`The type can't be changed later.` : t`The type can't be changed.`}>
          {(tied) => (
            <Select {...tied} value={type} disabled={attribute !== null} onChange={({ target }) => {
                setType(target.value as AttributeType);
                setGiven("");
              }}>
              {attributeTypes.map((each) => (
                <option key={each} value={each}>
                  {attributeTypeNames[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {asksOptions && <NewOptions options={options} onChange={setOptions} />}
        {asksSet && <NewLabelSet value={set} problem={tried ? unnamed : null} onChange={setSet} />}
        <TextField
          label={t`Description`}
          maxLength={longest}
          placeholder={t`What it is for`}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <ShownIn value={listIds} problem={tried ? unlisted : null} onChange={setListIds} />
        {!asksOptions && !asksSet && type !== "linkedTasks" && (
          <DefaultValue of={attribute} type={stored} value={given} problem={tried ? found.problem : null} onChange={setGiven} />
        )}
        {type !== "checkbox" && (
          <div className={styles.check}>
            <Checkbox id={requiredId} checked={required} onChange={setRequired} />
            <label htmlFor={requiredId}><Trans>Required</Trans></label>
            <span className={styles.hint}><Trans>The dialog for a new task asks for it, and it can't be cleared.</Trans></span>
          </div>
        )}
        {attribute === null && (
          <div className={styles.check}>
            <Checkbox id={cardsId} checked={shownOnCards} onChange={setShownOnCards} />
            <label htmlFor={cardsId}><Trans>Show on cards</Trans></label>
          </div>
        )}
      </form>
    </Dialog>
  );
}
