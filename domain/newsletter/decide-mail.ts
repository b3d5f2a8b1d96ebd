import { msSince } from '#domain/clock/stored-time.ts'

export type SubscriptionStatus = 'pending' | 'confirmed' | 'unsubscribed' | 'suppressed'

/** Mail that an address typed into the form gets, or the reason for none. The form answers the same in every case. */
export type MailDecision = { send: 'confirmation' } | { send: 'reminder' } | { send: null; reason: 'suppressed' | 'too-soon' | 'too-many' }

export const MS_BETWEEN_MAILS = 60_000
export const MAILS_PER_DAY = 5
const MS_PER_DAY = 86_400_000

/**
 * Anyone can type anyone's address, so the number of mails is limited by address, not by caller.
 * @param sentAt times of the mails that the form has caused so far, in any order
 */
export function decideMail(status: SubscriptionStatus, sentAt: readonly Date[], now: Date): MailDecision {
	if (status === 'suppressed') return { send: null, reason: 'suppressed' }
	const ages = sentAt.map((time) => msSince(time, now))
	if (ages.some((age) => age < MS_BETWEEN_MAILS)) return { send: null, reason: 'too-soon' }
	if (ages.filter((age) => age < MS_PER_DAY).length >= MAILS_PER_DAY) return { send: null, reason: 'too-many' }
	return status === 'confirmed' ? { send: 'reminder' } : { send: 'confirmation' }
}
