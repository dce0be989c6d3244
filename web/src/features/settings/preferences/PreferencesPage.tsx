import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Monitor, Moon, Sun } from "lucide-react";
import { blankPreferences } from "@/sync/kinds/preferences";
import { preferencesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { SegmentedControl } from "@/ui/Segmented";
import { setTheme, themeNames, themes, useTheme } from "@/ui/theme";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { DefaultView } from "./DefaultView";
import { Density } from "./Density";
import { Digest } from "./Digest";
import { Direction } from "./Direction";
import { Line } from "./Line";
import { Matrix } from "./Matrix";
import styles from "./Preferences.module.css";
import { MotionChoice } from "./MotionChoice";
import { PushDevices } from "./PushDevices";
import { QuietHours } from "./QuietHours";
import { Reminders } from "./Reminders";
import { SentSound } from "./SentSound";
import { Start } from "./Start";
import { TimeZone } from "./TimeZone";
import { WeekStart } from "./WeekStart";

const themeIcons = { light: Sun, dark: Moon, auto: Monitor };

/** What a person chooses for themselves. Each change is saved at once. */
export function PreferencesPage() {
  const theme = useTheme((state) => state.theme);
  const me = useTroupe((state) => state.me) ?? "";
  const chosen = useTroupe(preferencesOf) ?? blankPreferences("", me, "");
  return (
    <section className={settings.section} aria-label={t`Preferences`}>
      <Head title={t`Preferences`} text={t`For you alone, on all your devices, except where a line says otherwise. Changes are saved as you make them.`} />
      <div className={styles.columns}>
        <section>
          <h3 className={styles.title}><Trans>Appearance</Trans></h3>
          <Line name={t`Theme`}>
            <SegmentedControl
              name={t`Theme`}
              options={themes.map((id) => ({ id, name: themeNames[id], icon: themeIcons[id] }))}
              value={theme}
              onChange={setTheme}
            />
          </Line>
          <Density />
          <MotionChoice />
          <Start />
          <DefaultView chosen={chosen} />
          <SentSound />
        </section>
        <section>
          <h3 className={styles.title}><Trans>Region</Trans></h3>
          <TimeZone chosen={chosen} />
          <WeekStart chosen={chosen} />
          <Direction />
        </section>
      </div>
      <Matrix chosen={chosen} />
      <PushDevices me={me} />
      <div className={styles.columns}>
        <Digest chosen={chosen} />
        <QuietHours chosen={chosen} />
        <Reminders chosen={chosen} />
      </div>
    </section>
  );
}
