/** The pages of the settings, in their order. Apart from the other addresses, because the first load does not need the list. */
export const settingsSections = ["profile", "preferences", "shortcuts", "tabs", "api-keys", "general", "users", "roles", "security", "apps", "types", "components", "versions", "sprints", "statuses", "labels", "attributes", "templates", "archive", "audit"] as const;
export type SettingsSection = (typeof settingsSections)[number];
