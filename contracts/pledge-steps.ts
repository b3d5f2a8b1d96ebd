/** The pages that mails of a pledge lead to, below /pledge/: three that ask, and what they lead to. */
export const PLEDGE_STEPS = ['stop', 'stopped', 'support', 'supporting', 'unsupport', 'unsupported', 'expired'] as const
export type PledgeStep = (typeof PLEDGE_STEPS)[number]
