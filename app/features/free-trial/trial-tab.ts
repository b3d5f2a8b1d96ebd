export const TRIAL_TABS = ['intro', 'streams', 'templates', 'quiz', 'action'] as const
export type TrialTab = (typeof TRIAL_TABS)[number]

/** The tab an address names; what it does not name, or wrongly, is the first (spec A §2: default Intro Video). */
export const readTab = (name: string | null): TrialTab => TRIAL_TABS.find((tab) => tab === name) ?? 'intro'

/** Query of the address of a tab; the first has none. */
export const tabSearch = (tab: TrialTab): string => (tab === 'intro' ? '' : `?tab=${tab}`)
