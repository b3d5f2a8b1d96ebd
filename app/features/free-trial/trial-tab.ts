export const TRIAL_TABS = ['intro', 'streams', 'templates', 'quiz', 'action'] as const
export type TrialTab = (typeof TRIAL_TABS)[number]

/** Unknown or missing: the first tab. */
export const readTab = (name: string | null): TrialTab => TRIAL_TABS.find((tab) => tab === name) ?? 'intro'

export const tabSearch = (tab: TrialTab): string => (tab === 'intro' ? '' : `?tab=${tab}`)
