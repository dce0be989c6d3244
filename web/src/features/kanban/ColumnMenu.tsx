import { t } from "@lingui/core/macro";
import { ArrowLeft, ArrowRight, ArrowUpDown, Ellipsis, EyeClosed, FoldHorizontal, Gauge, ListChecks, PenLine, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { sortLines } from "@/actions/arranging";
import { moveStatus } from "@/actions/config";
import { selectAll } from "@/actions/selection";
import { useMay } from "@/actions/useMay";
import type { ColumnSort } from "@/fields/arrange/board";
import { NONE } from "@/fields/options";
import { useFields } from "@/fields/registry";
import { isMirrored } from "@/lib/direction";
import { step } from "@/lib/place";
import { statusesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { ColumnDialogsProps } from "./ColumnDialogs";
import { ColumnDialogs } from "./laterDialogs";
import { useOwnOption } from "./useOwnOption";

interface ColumnMenuProps {
  /** The status that the column stands for; null for another value. */
  statusId: string | null;
  columnId: string;
  name: string;
  ticketIds: readonly string[];
  limit: number | undefined;
  /** Undefined if the column has the order of the board. */
  sort: ColumnSort | undefined;
  /** True if the board shows a list, which has an order of its own. */
  inList: boolean;
  onFold: () => void;
  onHide: () => void;
  /** Null removes the limit. */
  onLimit: (limit: number | null) => void;
  onSort: (sort: ColumnSort | null) => void;
}

/** The lines of the menu that sort a column. */
function useSorting({ sort, inList, onSort }: Pick<ColumnMenuProps, "sort" | "inList" | "onSort">): MenuItem[] {
  const { by, ways } = sortLines(sort ?? { sort: NONE, descending: false }, inList, useFields());
  const lines = (all: typeof by, apart: boolean) =>
    all.map(({ name, checked, ...to }, index): MenuItem => ({ id: name, name, checked: sort !== undefined && checked, apart: apart && index === 0, onSelect: () => onSort(to) }));
  return [{ id: NONE, name: t`Same order as the board`, checked: sort === undefined, onSelect: () => onSort(null) }, ...lines(by, true), ...lines(ways, true)];
}

/** The actions on a column and, for people who may change it, on its status or its option. */
export function ColumnMenu({ statusId, columnId, name, ticketIds, limit, onFold, onHide, onLimit, ...ordered }: ColumnMenuProps) {
  const [asking, setAsking] = useState<ColumnDialogsProps["asking"] | null>(null);
  const statuses = useTroupe((state) => state.statuses);
  const mayManage = useMay("manageStatuses");
  const option = useOwnOption(columnId);
  const sorting = useSorting(ordered);
  const status = statusId === null ? undefined : statuses[statusId];
  const order = statusesInOrder({ statuses });
  const others = order.filter(({ id }) => id !== statusId);
  const move = (id: string, title: string, icon: MenuItem["icon"], by: -1 | 1): MenuItem => {
    const after = status && step(order.map(({ id }) => id), status.id, by);
    return {
      id,
      name: title,
      ...(icon && { icon }),
      disabled: after === undefined,
      onSelect: () => status && after !== undefined && void moveStatus(status.id, after),
    };
  };
  const items: MenuItem[] = [
    { id: "select", name: t`Select all tasks`, icon: ListChecks, disabled: ticketIds.length === 0, onSelect: () => selectAll(ticketIds) },
    { id: "fold", name: t`Collapse column`, icon: FoldHorizontal, onSelect: onFold },
    { id: "hide", name: t`Hide column`, icon: EyeClosed, onSelect: onHide },
    { id: "sort", name: t`Sort column`, icon: ArrowUpDown, items: sorting },
    { id: "limit", name: limit === undefined ? t`Set limit…` : t`Limit: ${limit}…`, icon: Gauge, onSelect: () => setAsking("limit") },
  ];
  if (mayManage && status)
    items.push(
      { id: "edit", name: t`Edit status`, icon: PenLine, apart: true, onSelect: () => setAsking("edit") },
      move("before", isMirrored() ? t`Move right` : t`Move left`, ArrowLeft, -1),
      move("after", isMirrored() ? t`Move left` : t`Move right`, ArrowRight, 1),
      { id: "delete", name: t`Delete status`, icon: Trash2, danger: true, apart: true, disabled: others.length === 0, onSelect: () => setAsking("delete") },
    );
  if (option) items.push({ id: "option", name: t`Edit name and color`, icon: PenLine, apart: true, onSelect: () => setAsking("option") });
  const close = () => setAsking(null);
  return (
    <>
      <Menu name={t`Actions for ${name}`} align="end" items={items}>
        <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
      </Menu>
      <Suspense>{asking && <ColumnDialogs asking={asking} name={name} status={status ?? null} option={option} limit={limit} onClose={close} onLimit={onLimit} />}</Suspense>
    </>
  );
}
