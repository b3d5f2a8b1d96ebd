/** A text next to a button, named by the date it was introduced. Records store the version. */
export type VersionedText = { /** YYYY-MM-DD. */ version: string; words: string }

/** All versions, oldest first. Accounts and orders refer to them, so a changed text is added as a new version. */
export const AGE_RULES: readonly [VersionedText, ...VersionedText[]] = [
	{
		version: '2026-11-22',
		words: 'By continuing you confirm that you are 18 or older, or at least 13 with the consent of a parent or guardian.',
	},
]

export const currentAgeRule: VersionedText = AGE_RULES.at(-1) ?? AGE_RULES[0]
