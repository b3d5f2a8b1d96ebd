/** Text of the newsletter switch in the settings, recorded verbatim as the learner's consent. */
export const NEWSLETTER_SWITCH = {
	label: 'Newsletter',
	hint: 'Each new article by email, and one letter a week at most. Every one has an unsubscribe link too.',
} as const
