import { plural, t } from "@lingui/core/macro";
import { Ellipsis, PenLine, Replace, Trash2 } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { deleteLabel, updateLabel } from "@/actions/config";
import { useMay } from "@/actions/useMay";
import { useFields } from "@/fields/registry";
import { Link } from "@/lib/location";
import { undo, useTroupe } from "@/sync/store";
import { hueItems } from "@/ui/hueItems";
import { IconButton } from "@/ui/IconButton";
import { LabelDot } from "@/ui/Label";
import { Menu } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import type { Label } from "@/wire/generated";
import { shownNumber } from "@/words/region";
import { LabelName } from "./LabelName";
import { addressOfLabel } from "./labels";
import styles from "./Settings.module.css";

interface LabelLineProps {
  label: Label;
  tasks: number;
  among: readonly Label[];
  onReplace: () => void;
}

/** A label with its colour, which a click changes. */
export function LabelLine({ label, tasks, among, onReplace }: LabelLineProps) {
  const mayManage = useMay("manageLabels");
  const [renaming, setRenaming] = useState(false);
  const { workspace: slug = "" } = useParams();
  const attributes = useTroupe((state) => state.attributes);
  const fields = useFields();
  const shown = shownNumber(tasks);
  const count = tasks > 0 && (
    <Link className={styles.count} to={addressOfLabel(slug, label.id, attributes, fields)} title={t`Show tasks with this label`} aria-label={plural(tasks, { one: `Show # task with the label ${label.name}`, other: `Show # tasks with the label ${label.name}` })}>
      {shown}
    </Link>
  );
  const remove = () => {
    void deleteLabel(label.id);
    tell({
      text: t`Deleted “${label.name}”`,
      icon: Trash2,
      action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() },
    });
  };
  return (
    <tr>
      <td className={styles.who}>
        <span className={styles.person}>
          {mayManage ? (
            <Menu
              name={t`Color of ${label.name}`}
              items={hueItems(label.color, LabelDot, (color) => void updateLabel(label.id, { color }))}
            >
              <button type="button" className={styles.dot} aria-label={t`Color of ${label.name}: ${label.color}`} title={t`Color`}>
                <LabelDot hue={label.color} />
              </button>
            </Menu>
          ) : (
            <span className={styles.dot}>
              <LabelDot hue={label.color} />
            </span>
          )}
          {!mayManage ? (
            <span className={styles.name} dir="auto" title={label.name}>
              {label.name}
            </span>
          ) : renaming ? (
            <LabelName
              name={label.name}
              label={t`New name for ${label.name}`}
              taken={among.filter(({ id }) => id !== label.id).map(({ name }) => name)}
              onName={(name) => {
                setRenaming(false);
                void updateLabel(label.id, { name });
              }}
              onCancel={() => setRenaming(false)}
            />
          ) : (
            <button type="button" className={styles.name} dir="auto" title={label.name} aria-label={t`Rename ${label.name}`} onClick={() => setRenaming(true)}>
              {label.name}
            </button>
          )}
        </span>
      </td>
      <td className={styles.number}>{count}</td>
      <td className={styles.more}>
        {mayManage && (
          <Menu
            name={t`Actions for ${label.name}`}
            align="end"
            items={[
              { id: "rename", name: t`Rename`, icon: PenLine, onSelect: () => setRenaming(true) },
              { id: "replace", name: t`Replace on tasks…`, icon: Replace, disabled: among.length < 2, onSelect: onReplace },
              { id: "delete", name: t`Delete label`, icon: Trash2, danger: true, apart: true, onSelect: remove },
            ]}
          >
            <IconButton icon={Ellipsis} name={t`Actions for ${label.name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}
