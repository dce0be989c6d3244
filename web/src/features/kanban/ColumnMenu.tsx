import { t } from "@lingui/core/macro";
import { ArrowLeft, ArrowRight, Ellipsis, FoldHorizontal, Gauge, ListChecks, PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { moveStatus } from "@/actions/config";
import { selectAll } from "@/actions/selection";
import { DeleteStatus } from "@/actions/statuses/DeleteStatus";
import { stepOf } from "@/actions/statuses/order";
import { StatusDialog } from "@/actions/statuses/StatusDialog";
import { useMay } from "@/actions/useMay";
import { isMirrored } from "@/lib/direction";
import { statusesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { LimitDialog } from "./LimitDialog";

interface ColumnMenuProps {
  /** The status that the column stands for; null for another value. */
  statusId: string | null;
  name: string;
  ticketIds: readonly string[];
  limit: number | undefined;
  onFold: () => void;
  /** Null removes the limit. */
  onLimit: (limit: number | null) => void;
}

/** The actions on a column and, for admins of the workspace, on its status. */
export function ColumnMenu({ statusId, name, ticketIds, limit, onFold, onLimit }: ColumnMenuProps) {
  const [asking, setAsking] = useState<"edit" | "delete" | "limit" | null>(null);
  const statuses = useTroupe((state) => state.statuses);
  const mayManage = useMay("manageStatuses");
  const status = statusId === null ? undefined : statuses[statusId];
  const order = statusesInOrder({ statuses });
  const others = order.filter(({ id }) => id !== statusId);
  const step = (id: string, title: string, icon: MenuItem["icon"], by: -1 | 1): MenuItem => {
    const after = status && stepOf(order, status.id, by);
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
    { id: "limit", name: limit === undefined ? t`Set limit…` : t`Limit: ${limit}…`, icon: Gauge, onSelect: () => setAsking("limit") },
  ];
  if (mayManage && status)
    items.push(
      { id: "edit", name: t`Edit status`, icon: PenLine, apart: true, onSelect: () => setAsking("edit") },
      step("before", isMirrored() ? t`Move right` : t`Move left`, ArrowLeft, -1),
      step("after", isMirrored() ? t`Move left` : t`Move right`, ArrowRight, 1),
      { id: "delete", name: t`Delete status`, icon: Trash2, danger: true, apart: true, disabled: others.length === 0, onSelect: () => setAsking("delete") },
    );
  const close = () => setAsking(null);
  return (
    <>
      <Menu name={t`Actions for ${name}`} align="end" items={items}>
        <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
      </Menu>
      {asking === "limit" && <LimitDialog name={name} limit={limit} onClose={close} onLimit={onLimit} />}
      {asking === "edit" && status && <StatusDialog status={status} onClose={close} />}
      {asking === "delete" && status && <DeleteStatus of={status} onClose={close} />}
    </>
  );
}
