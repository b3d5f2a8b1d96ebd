import type { VersionedText } from './age-rule.ts'

/** All versions, oldest first. Never change one: consents refer to them. Add a new version instead. */
export const SMS_CONSENTS: readonly [VersionedText, ...VersionedText[]] = [
	{
		version: '2026-11-20',
		words:
			'By pressing Verify you agree that we text this number: a code now and, as you choose below, at most one course digest a day and payment confirmations. Message and data rates may apply. Reply STOP to end the texts, HELP for help. You can buy and learn without agreeing.',
	},
	{
		version: '2026-11-22',
		words:
			'With this button you agree that we text this number: codes that you ask for and, as you choose below, at most one course digest a day and payment confirmations. Message and data rates may apply. Reply STOP to end the texts, HELP for help. You can buy and learn without agreeing.',
	},
	{
		version: '2026-11-25',
		words:
			'Tap Verify or Agree to agree to texts to this number: codes that you ask for and, as you choose below, at most one course digest a day and payment confirmations. Message and data rates may apply. Reply STOP to end the texts, HELP for help. You can buy and learn without agreeing.',
	},
]

export const currentSmsConsent: VersionedText = SMS_CONSENTS.at(-1) ?? SMS_CONSENTS[0]

export const findSmsConsent = (version: string): VersionedText | null => SMS_CONSENTS.find((consent) => consent.version === version) ?? null
