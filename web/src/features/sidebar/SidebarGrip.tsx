import { t } from "@lingui/core/macro";
import { narrowest, usualWidth, useShell, widest } from "@/lib/shell";
import { Grip } from "@/ui/Grip";
import styles from "./Sidebar.module.css";
import { keepWidth, widthAfter, within } from "./width";

/** The right edge of the sidebar's column. Dragging it and the arrow keys change the width, and a double click resets it. */
export function SidebarGrip() {
  const width = useShell((shell) => shell.width);
  return (
    <Grip
      name={t`Sidebar width`}
      className={styles.grip}
      edge="end"
      {...{ width, narrowest, widest, widthAfter, within }}
      onDrag={(next) => useShell.setState({ width: next })}
      onKeep={keepWidth}
      onDoubleClick={() => keepWidth(usualWidth)}
    />
  );
}
