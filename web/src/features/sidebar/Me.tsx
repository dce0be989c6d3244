import { t } from "@lingui/core/macro";
import { Monitor, Moon, Settings, Sun } from "lucide-react";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { Avatar } from "@/ui/Avatar";
import { IconButton } from "@/ui/IconButton";
import { nextTheme, setTheme, themeNames, useTheme } from "@/ui/theme";
import styles from "./Sidebar.module.css";

const icons = { light: Sun, dark: Moon, auto: Monitor };

interface MeProps {
  me: { id: string; name: string; avatarUrl: string | null };
  /** The name of the workspace in the URL. */
  slug: string;
}

/** The current user, with the theme and the settings. */
export function Me({ me, slug }: MeProps) {
  const navigate = useNavigate();
  const theme = useTheme((state) => state.theme);
  return (
    <div className={styles.me}>
      <Avatar person={me} decorative />
      <span className={styles.name} dir="auto" title={me.name}>
        {me.name}
      </span>
      <IconButton
        icon={icons[theme]}
        name={t`Theme: ${themeNames[theme].toLowerCase()}`}
        tooltipSide="top"
        onClick={() => setTheme(nextTheme(theme))}
      />
      <IconButton icon={Settings} name={t`Settings`} keys="G S" tooltipSide="top" onClick={() => navigate(paths.settings(slug))} />
    </div>
  );
}
