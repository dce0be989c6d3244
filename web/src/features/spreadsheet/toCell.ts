import type { FocusEvent } from "react";

/** When a menu of the head or of a total has closed, the active cell gets the focus, because the keys of the sheet work there. */
export const toCell = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.closest('[role="grid"], [role="treegrid"]')?.querySelector<HTMLElement>('[data-line][tabindex="0"]')?.focus({ preventScroll: true });
