export const SETTINGS_TABS = ['profile', 'notifications', 'sms', 'security'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Returns the tab in the URL; the first one if it names none or an unknown one. */
export const readTab = (name: string | null): SettingsTab => SETTINGS_TABS.find((tab) => tab === name) ?? 'profile'

/** Returns the query of a tab's URL; empty for the first tab. */
export const tabSearch = (tab: SettingsTab): string => (tab === 'profile' ? '' : `?tab=${tab}`)
