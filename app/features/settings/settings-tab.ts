export const SETTINGS_TABS = ['profile', 'notifications', 'sms', 'security'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The tab an address names; what it does not name, or wrongly, is the first. */
export const readTab = (name: string | null): SettingsTab => SETTINGS_TABS.find((tab) => tab === name) ?? 'profile'

/** Query of the address of a tab; the first has none. */
export const tabSearch = (tab: SettingsTab): string => (tab === 'profile' ? '' : `?tab=${tab}`)
