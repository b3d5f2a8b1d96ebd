/** Pages below /pledge/ that emails link to: three questions, and their results. */
export const PLEDGE_STEPS = ['stop', 'stopped', 'support', 'supporting', 'unsupport', 'unsupported', 'expired'] as const
export type PledgeStep = (typeof PLEDGE_STEPS)[number]
