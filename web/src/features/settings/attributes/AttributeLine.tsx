import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Check, ChevronDown, ChevronRight, Ellipsis, PenLine, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { moveAttribute, updateAttribute } from "@/actions/attributes";
import { cx } from "@/lib/cx";
import { step } from "@/lib/place";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useTroupe } from "@/sync/store";
import { attributeTypeNames, hasOptions } from "@/ui/attributeTypeNames";
import { attributeTypeIcons, typeOf } from "@/ui/attributeTypes";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { Attribute, LabelSet } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";
import { LabelSets } from "./LabelSets";
import { Options } from "./Options";
import { useMayManage } from "./useMayManage";
import { useOrderDrag } from "./useOrderDrag";

interface AttributeLineProps {
  of: Attribute;
  /** All attributes in order, this one among them. */
  among: readonly Attribute[];
  /** The number of tasks with each option, by `optionKey`. */
  counts: ReadonlyMap<string, number>;
  onDescribe: () => void;
  onDelete: () => void;
}

/** An attribute, and its options or label sets once they are unfolded. It moves by dragging or by the menu. */
export function AttributeLine({ of: attribute, among, counts, onDescribe, onDelete }: AttributeLineProps) {
  const pending = useTroupe((state) => state.pending[attribute.id]);
  const offline = useTroupe((state) => state.connection !== "live");
  const mayManage = useMayManage(attribute);
  const phone = useMediaQuery("(max-width: 767px)");
  const [unfolded, setUnfolded] = useState(false);
  const optionsId = useId();
  const order = among.map(({ id }) => id);
  const move = (id: string, after: string | null) => void moveAttribute(id, after);
  const { element, dragged, edge } = useOrderDrag<HTMLTableRowElement>({ of: "attributes", id: attribute.id, order, enabled: mayManage, onMove: move });
  const { id, name, metadata, labelSets } = attribute;
  const type = typeOf(attribute);
  const up = step(order, id, -1);
  const down = step(order, id, 1);
  const items: MenuItem[] = [
    { id: "describe", name: t`Edit`, icon: PenLine, onSelect: onDescribe },
    { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => up !== undefined && move(id, up) },
    { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => down !== undefined && move(id, down) },
    { id: "delete", name: t`Delete attribute`, icon: Trash2, danger: true, apart: true, onSelect: onDelete },
  ];
  const choices = labelSets ? inSets(labelSets) : plural(metadata.optionsOrder.length, { one: "# option", other: "# options" });
  const unfolds = hasOptions(type) || type === "labels";
  const kind = unfolds ? (
    <button
      type="button"
      className={styles.fold}
      aria-label={t`${attributeTypeNames[type]}, ${choices} of ${name}`}
      aria-expanded={unfolded}
      aria-controls={unfolded ? optionsId : undefined}
      onClick={() => setUnfolded(!unfolded)}
    >
      {attributeTypeNames[type]}
      <span className={settings.quiet}>{choices}</span>
      <Icon of={unfolded ? ChevronDown : ChevronRight} size={14} />
    </button>
  ) : (
    <span className={styles.plain}>{attributeTypeNames[type]}</span>
  );
  return (
    <tbody>
      <tr ref={element} className={cx(dragged && styles.dragged, edge === "top" && styles.above, edge === "bottom" && styles.below)} data-attribute={id}>
        <td className={styles.about}>
          <span className={settings.person}>
            <Icon of={attributeTypeIcons[type]} className={styles.icon} />
            <span className={settings.name} dir="auto" title={name}>
              {name}
            </span>
            {attribute.required && <span className={settings.quiet}>{t`Required`}</span>}
            {pending && <WaitingIcon since={pending.since} offline={offline} />}
          </span>
          {attribute.description !== "" && <p className={styles.description} dir="auto">{attribute.description}</p>}
          {phone && <div className={styles.small}>{kind}</div>}
          {phone && attribute.listIds && <p className={styles.description}><ListNames of={attribute.listIds} /></p>}
        </td>
        {!phone && <td className={styles.type}>{kind}</td>}
        {!phone && <td className={styles.shownIn}><ListNames of={attribute.listIds} /></td>}
        <td className={styles.cards}>
          {mayManage ? (
            <Checkbox
              name={t`Show ${name} on cards`}
              checked={attribute.shownOnCards}
              onChange={(shownOnCards) => void updateAttribute(id, { shownOnCards })}
            />
          ) : (
            attribute.shownOnCards && <Icon of={Check} name={t`Shown on cards`} />
          )}
        </td>
        <td className={settings.more}>
          {mayManage && (
            <Menu name={t`Actions for ${name}`} align="end" items={items}>
              <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
            </Menu>
          )}
        </td>
      </tr>
      {unfolded && unfolds && (
        <tr className={styles.unfolded}>
          <td colSpan={phone ? 3 : 5} id={optionsId}>
            {labelSets ? <LabelSets of={attribute} counts={counts} /> : <Options of={attribute} counts={counts} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** How many labels an attribute offers, in how many sets. */
function inSets(labelSets: readonly LabelSet[]): string {
  const labels = plural(labelSets.reduce((count, { labelsOrder }) => count + labelsOrder.length, 0), { one: "# label", other: "# labels" });
  const sets = plural(labelSets.length, { one: "# set", other: "# sets" });
  return t`${labels}, ${sets}`;
}

/** The names of the lists whose tasks have an attribute. */
function ListNames({ of: listIds }: { of: readonly string[] | null | undefined }) {
  const names = useTroupe(useShallow((state) => (listIds ?? []).flatMap((id) => state.lists[id]?.name ?? [])));
  if (!listIds) return <span className={settings.quiet}><Trans>All lists</Trans></span>;
  if (names.length === 0) return <span className={settings.quiet}><Trans>No list</Trans></span>;
  return <span dir="auto" title={inRow(names)}>{inRow(names)}</span>;
}
