import { pictureIn } from "./workspacePicture";
import "./hues.css";
import { Logo } from "./Logo";
import { hueColor } from "./vocabulary";
import styles from "./WorkspaceIcon.module.css";

/** The icon of a workspace, or else the mark of Troupe. */
export function WorkspaceIcon({ icon, size = 22 }: { icon: string | null | undefined; size?: number }) {
  if (!icon) return <Logo size={size} />;
  const picture = pictureIn(icon);
  const box = { width: size, height: size };
  if (picture.is === "picture") return <img className={styles.icon} style={box} src={picture.address} alt="" referrerPolicy="no-referrer" />;
  if (picture.is === "text")
    return (
      <span className={styles.icon} style={{ ...box, fontSize: size * 0.8 }} aria-hidden>
        {picture.text}
      </span>
    );
  return (
    <span className={styles.letters} style={{ ...box, fontSize: size * (picture.letters.length > 1 ? 0.42 : 0.56), background: `color-mix(in srgb, ${hueColor(picture.hue)} 28%, var(--surface-base))` }} aria-hidden>
      {picture.letters}
    </span>
  );
}
