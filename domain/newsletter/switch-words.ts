/** The switch in the settings, as it reads: what a learner agrees to with it is kept word by word. */
export const NEWSLETTER_SWITCH = {
	label: 'Newsletter',
	hint: 'Each new article by email, and one letter a week at most. Every one has an unsubscribe link too.',
} as const
