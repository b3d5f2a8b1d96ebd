/** Words of the switch in the settings: the learner's consent is recorded verbatim. */
export const NEWSLETTER_SWITCH = {
	label: 'Newsletter',
	hint: 'Each new article by email, and one letter a week at most. Every one has an unsubscribe link too.',
} as const
