import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { names } from "@/features/settings/api-keys/names";
import { shown } from "@/features/settings/api-keys/presets";
import { Icon } from "@/ui/Icon";
import type { Capability } from "@/wire/generated";
import { say } from "@/words/i18n";
import styles from "./AuthorizationScreen.module.css";

/** The permissions that an app would get. */
export function Rights({ of: capabilities }: { of: readonly Capability[] }) {
  return (
    <ul className={styles.rights} aria-label={t`Permissions`}>
      <li>
        <Icon of={Check} size={14} />
        <Trans>See everything you can see in this workspace</Trans>
      </li>
      {shown(capabilities).map((each) => (
        <li key={each}>
          <Icon of={Check} size={14} />
          {say(names[each])}
        </li>
      ))}
    </ul>
  );
}
