import { msSince } from '#domain/clock/stored-time.ts'

/** Texts of the newsletter switch, which are recorded verbatim as the learner's consent. */
export const NEWSLETTER_SWITCH = {
	label: 'Newsletter',
	hint: 'Each new article by email, and at most one newsletter a week. Every one has an unsubscribe link too.',
} as const

export type SubscriptionStatus = 'pending' | 'confirmed' | 'unsubscribed' | 'suppressed'

/** Email to send after the form was submitted, or why there is none. The form's response is the same in all cases. */
export type MailDecision = { send: 'confirmation' } | { send: 'reminder' } | { send: null; reason: 'suppressed' | 'too-soon' | 'too-many' }

export const MS_BETWEEN_MAILS = 60_000
export const MAILS_PER_DAY = 5
const MS_PER_DAY = 86_400_000

/**
 * Decides which email to send. The limit is per address, not per caller, because anyone can enter another person's address.
 * @param sentAt times of the emails that the form has caused so far, in any order
 */
export function decideMail(status: SubscriptionStatus, sentAt: readonly Date[], now: Date): MailDecision {
	if (status === 'suppressed') return { send: null, reason: 'suppressed' }
	const ages = sentAt.map((time) => msSince(time, now))
	if (ages.some((age) => age < MS_BETWEEN_MAILS)) return { send: null, reason: 'too-soon' }
	if (ages.filter((age) => age < MS_PER_DAY).length >= MAILS_PER_DAY) return { send: null, reason: 'too-many' }
	return status === 'confirmed' ? { send: 'reminder' } : { send: 'confirmation' }
}
