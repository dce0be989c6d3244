import { Monitor, Moon, Sun } from "lucide-react";
import { Avatar } from "@/ui/Avatar";
import { IconButton } from "@/ui/IconButton";
import { nextTheme, setTheme, themeNames, useTheme } from "@/ui/theme";
import styles from "./Sidebar.module.css";

const icons = { light: Sun, dark: Moon, auto: Monitor };

/** Who I am here, and the theme one press away. */
export function Me({ me }: { me: { id: string; name: string; avatarUrl: string | null } }) {
  const theme = useTheme((state) => state.theme);
  return (
    <div className={styles.me}>
      <Avatar person={me} decorative />
      <span className={styles.name} title={me.name}>
        {me.name}
      </span>
      <IconButton
        icon={icons[theme]}
        name={`Theme: ${themeNames[theme].toLowerCase()}`}
        tooltipSide="top"
        onClick={() => setTheme(nextTheme(theme))}
      />
    </div>
  );
}
