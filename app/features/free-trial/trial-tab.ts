export const TRIAL_TABS = ['intro', 'streams', 'templates', 'quiz', 'action'] as const
export type TrialTab = (typeof TRIAL_TABS)[number]

/** Returns the tab in the URL; the first one if it names none or an unknown one. */
export const parseTrialTab = (name: string | null): TrialTab => TRIAL_TABS.find((tab) => tab === name) ?? 'intro'

export const tabSearch = (tab: TrialTab): string => (tab === 'intro' ? '' : `?tab=${tab}`)
