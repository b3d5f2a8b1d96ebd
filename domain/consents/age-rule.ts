/** Text shown next to a button, and the date it was introduced, which records store as its version. */
export type VersionedText = { /** YYYY-MM-DD. */ version: string; words: string }

/** All versions, oldest first. Never change one: accounts and orders refer to them. Add a new version instead. */
export const AGE_RULES: readonly [VersionedText, ...VersionedText[]] = [
	{
		version: '2026-11-22',
		words: 'By continuing you confirm that you are 18 or older, or at least 13 with the consent of a parent or guardian.',
	},
]

export const currentAgeRule: VersionedText = AGE_RULES.at(-1) ?? AGE_RULES[0]
