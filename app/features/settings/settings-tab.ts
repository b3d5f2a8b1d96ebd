export const SETTINGS_TABS = ['profile', 'notifications', 'sms', 'security'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The tab an address names; the first tab where it names none or an unknown one. */
export const readTab = (name: string | null): SettingsTab => SETTINGS_TABS.find((tab) => tab === name) ?? 'profile'

/** Query string of a tab's address; the first has none. */
export const tabSearch = (tab: SettingsTab): string => (tab === 'profile' ? '' : `?tab=${tab}`)
