import { t } from "@lingui/core/macro";
import { Head } from "@/features/settings/Head";
import settings from "@/features/settings/Settings.module.css";
import { PageChoices } from "@/features/sidebar/PagesDialog";

/** The pages of the sidebar and their order, as the dialog *Customize sidebar* offers them. */
export function SidebarPages() {
  return (
    <section className={settings.section} aria-label={t`Sidebar`}>
      <Head title={t`Sidebar`} text={t`Drag pages to change their order. You can still open hidden pages with their shortcuts or from Browse all. Your choice applies on all your devices.`} />
      <PageChoices />
    </section>
  );
}
