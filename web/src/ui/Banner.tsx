import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import styles from "./Banner.module.css";
import { Icon } from "./Icon";

interface BannerProps {
  tone: "warning" | "info" | "danger";
  icon: LucideIcon;
  /** The first words, in bold. */
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A line below the top bar about a lasting state, not about one action. */
export function Banner({ tone, icon, title, children, actions }: BannerProps) {
  return (
    <div className={cx(styles.banner, styles[tone])} role="status">
      <Icon of={icon} />
      <p className={styles.text}>
        <b>{title}</b> {children !== undefined && <span>{children}</span>}
      </p>
      {actions}
    </div>
  );
}
