/** A text shown next to a button, named by the date it was introduced. Records store the version. */
export type VersionedText = { /** YYYY-MM-DD. */ version: string; words: string }

/** All versions, oldest first. Accounts and orders refer to one, so a change of text is added as a new version at the end. */
export const AGE_RULES: readonly [VersionedText, ...VersionedText[]] = [
	{
		version: '2026-11-22',
		words: 'By continuing you confirm that you are 18 or older, or at least 13 with the consent of a parent or guardian.',
	},
]

/** Text shown next to buttons that create an account or an order. */
export const currentAgeRule: VersionedText = AGE_RULES.at(-1) ?? AGE_RULES[0]
