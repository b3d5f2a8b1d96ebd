/** The pages that a reminder leads to, below /pledge/. */
export const PLEDGE_STEPS = ['stop', 'stopped', 'expired'] as const
export type PledgeStep = (typeof PLEDGE_STEPS)[number]
