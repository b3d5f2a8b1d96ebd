/** Kept with every consent: a changed text gets another version. */
export const CONSENT_VERSION = '2026-11-20'

export const CONSENT_TEXT =
	'By pressing Verify you agree that we text this number: a code now and, as you choose below, at most one course digest a day and payment confirmations. Message and data rates may apply. Reply STOP to end the texts, HELP for help. You can buy and learn without agreeing.'
