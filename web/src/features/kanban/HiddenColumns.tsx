import { plural, t } from "@lingui/core/macro";
import { Eye, EyeClosed } from "lucide-react";
import { headOf, type Group } from "@/fields/arrange/group";
import { fieldById, type FieldId } from "@/fields/field";
import { pictureOf } from "@/fields/Picture";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { Icon } from "@/ui/Icon";
import { Menu, type MenuItem } from "@/ui/Menu";
import styles from "./Kanban.module.css";

interface HiddenColumnsProps {
  by: FieldId;
  groups: readonly Group[];
  /** Shows these columns again. */
  onShow: (columnIds: readonly string[]) => void;
}

/** The number of hidden columns, behind the last column. Its menu brings them back. */
export function HiddenColumns({ by, groups, onShow }: HiddenColumnsProps) {
  const config = useConfig();
  const field = fieldById(useFields(), by);
  const items = groups.map(({ id, ticketIds }): MenuItem => {
    const head = headOf(field, id, config);
    const name = typeof head?.name === "function" ? head.name() : (head?.name ?? "");
    return { id, name, picture: pictureOf(head && "look" in head ? head.look : undefined), note: plural(ticketIds.length, { one: "# task", other: "# tasks" }), onSelect: () => onShow([id]) };
  });
  if (groups.length > 1) items.push({ id: "all", name: t`Show all columns`, icon: Eye, apart: true, onSelect: () => onShow(groups.map(({ id }) => id)) });
  return (
    <Menu name={t`Hidden columns`} align="end" items={items}>
      <button type="button" className={styles.folded}>
        <Icon of={EyeClosed} />
        <b>{plural(groups.length, { one: "# hidden column", other: "# hidden columns" })}</b>
      </button>
    </Menu>
  );
}
