import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import styles from "./Skeleton.module.css";

/** A placeholder for content that is loading. */
export function Skeleton({ width, height, round = false }: { width: number; height?: number; round?: boolean }) {
  return <span className={cx(styles.bar, round && styles.round)} style={{ width, ...(height && { height }) }} />;
}

const titles = [190, 150, 220, 130, 240, 170, 200, 140];

/** Rows of the real height, shown after 300 ms. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className={styles.late} role="status" aria-label={t`Loading`}>
      <Rows count={count} />
    </div>
  );
}

/** A page that is loading, with a message. The bars stand where the content will be, so that nothing moves. */
export function SkeletonPage({ children }: { children?: ReactNode }) {
  return (
    <div className={cx(styles.late, styles.page)} role="status" aria-label={t`Loading`}>
      <div className={styles.topBar}>
        <Skeleton width={16} height={16} />
        <Skeleton width={96} />
      </div>
      {children}
      <div className={styles.toolbar} />
      <div className={styles.head} />
      <Rows count={40} />
    </div>
  );
}

function Rows({ count }: { count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={14} height={14} round />
          <Skeleton width={44} />
          <Skeleton width={titles[row % titles.length] ?? 160} />
          <span className={styles.end}>
            <Skeleton width={18} height={18} round />
          </span>
        </div>
      ))}
    </>
  );
}
