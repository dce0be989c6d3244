import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowLeft, PanelLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { useMay } from "@/actions/useMay";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { ApiKeys } from "@/features/settings/api-keys/ApiKeys";
import { Apps } from "@/features/settings/apps/Apps";
import { ArchivedLists } from "@/features/settings/archive/ArchivedLists";
import { Attributes } from "@/features/settings/attributes/Attributes";
import { AuditLog } from "@/features/settings/audit/AuditLog";
import { Components } from "@/features/settings/components/Components";
import { General } from "@/features/settings/General";
import { Labels } from "@/features/settings/Labels";
import { askToDiscard } from "@/features/settings/roles/drafts";
import { Roles } from "@/features/settings/roles/Roles";
import { Security } from "@/features/settings/security/Security";
import { PreferencesPage } from "@/features/settings/preferences/PreferencesPage";
import { ShortcutsPage } from "@/features/settings/shortcuts/ShortcutsPage";
import { ProfilePage } from "@/features/settings/profile/ProfilePage";
import { Sprints } from "@/features/settings/sprints/Sprints";
import { Statuses } from "@/features/settings/statuses/Statuses";
import { Templates } from "@/features/settings/templates/Templates";
import { TaskTypes } from "@/features/settings/types/TaskTypes";
import { Users } from "@/features/settings/Users";
import { Versions } from "@/features/settings/versions/Versions";
import { useHotkeys } from "@/lib/hotkeys";
import { Navigate, NavLink, useNavigate } from "@/lib/location";
import { usePageName } from "@/lib/pageName";
import { paths } from "@/lib/paths";
import { settingsSections, type SettingsSection } from "@/lib/settingsSections";
import { toggleSidebar } from "@/lib/shell";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Keys } from "@/ui/Keys";
import { findSettings } from "./findSettings";
import { names, otherNames, pictures, titleOf } from "./sections";
import styles from "./SettingsScreen.module.css";
import { SettingsSearch } from "./SettingsSearch";
import { SidebarPages } from "./SidebarPages";
import { useShownSetting } from "./useShownSetting";

/** The pages about the person who looks, not about the workspace. */
const ofPerson: readonly SettingsSection[] = ["profile", "preferences", "shortcuts", "tabs", "api-keys"];

/** The settings of the workspace, one page for each section. */
export function SettingsScreen() {
  const { workspace: slug = "", section } = useParams();
  const navigate = useNavigate();
  const readsAudit = useMay("readAudit");
  const changesWorkspace = useMay("updateWorkspace");
  const rights = { invite: useMay("invite"), manageApiKeys: useMay("manageApiKeys") };
  const owns = useTroupe(({ me, members }) => me !== null && members[me]?.role === "owner");
  const leave = () => navigate(paths.workspace(slug));
  // With unsaved changes of roles, Esc asks whether to discard them, and stays.
  useHotkeys({
    Escape: () => {
      if (section !== "roles" || !askToDiscard()) leave();
    },
    "[": () => toggleSidebar(false),
  });
  const shown = (each: SettingsSection) => (each !== "audit" || readsAudit) && (each !== "security" || owns) && (each !== "apps" || changesWorkspace);
  const current = settingsSections.find((each) => each === section);
  const nav = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const showSetting = useShownSetting(body, current);
  // On a phone, the sections are a row that is wider than the screen.
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    void nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  const title = current && titleOf(current);
  useEffect(() => {
    usePageName.setState({ name: title });
    return () => usePageName.setState({ name: undefined });
  }, [title]);
  const link = (each: SettingsSection) => (
    <NavLink key={each} to={paths.settings(slug, each)} replace className={styles.link}>
      <Icon of={pictures[each]} />
      {names[each]}
    </NavLink>
  );
  if (!current || (current === "security" && !owns) || (current === "apps" && !changesWorkspace)) return <Navigate to={paths.settings(slug, otherNames[section ?? ""])} replace />;
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" className={styles.sidebar} onClick={() => toggleSidebar(false)} />
        <IconButton icon={ArrowLeft} name={t`Back to tasks`} onClick={leave} />
        <h1><Trans>Settings</Trans></h1>
        <Button variant="ghost" className={styles.done} onClick={leave}>
          <Trans>Done</Trans>
          <Keys keys="Escape" />
        </Button>
      </header>
      <SyncBanner />
      <RefusedBanner />
      <div className={styles.below}>
        <SettingsSearch
          slug={slug}
          typed={typed}
          found={findSettings(typed, shown, (right) => rights[right])}
          onType={setTyped}
          onOpen={(setting) => {
            setTyped("");
            showSetting({ ...setting });
          }}
        >
          <nav ref={nav} className={styles.nav} aria-label={t`Settings`}>
            <p className={styles.heading}><Trans>You</Trans></p>
            {ofPerson.map(link)}
            <p className={styles.heading}><Trans>Workspace</Trans></p>
            {settingsSections.filter((each) => !ofPerson.includes(each) && shown(each)).map(link)}
          </nav>
        </SettingsSearch>
        <div ref={body} className={styles.body}>
          {current === "profile" && <ProfilePage />}
          {current === "preferences" && <PreferencesPage />}
          {current === "shortcuts" && <ShortcutsPage />}
          {current === "tabs" && <SidebarPages />}
          {current === "api-keys" && <ApiKeys />}
          {current === "general" && <General />}
          {current === "users" && <Users />}
          {current === "roles" && <Roles />}
          {current === "security" && <Security slug={slug} />}
          {current === "apps" && <Apps />}
          {current === "types" && <TaskTypes />}
          {current === "components" && <Components />}
          {current === "versions" && <Versions />}
          {current === "sprints" && <Sprints />}
          {current === "statuses" && <Statuses />}
          {current === "labels" && <Labels />}
          {current === "attributes" && <Attributes />}
          {current === "templates" && <Templates />}
          {current === "archive" && <ArchivedLists />}
          {current === "audit" && <AuditLog />}
        </div>
      </div>
    </div>
  );
}
