import { msSince } from '#domain/clock/stored-time.ts'

export type SubscriptionStatus = 'pending' | 'confirmed' | 'unsubscribed' | 'suppressed'

/** Why an address that was typed into the form gets no mail. The form answers the same in every case. */
export type MailDecision = { send: 'confirmation' } | { send: 'reminder' } | { send: null; reason: 'suppressed' | 'too-soon' | 'too-many' }

export const MS_BETWEEN_MAILS = 60_000
export const MAILS_PER_DAY = 5
const MS_PER_DAY = 86_400_000

/**
 * Anybody can type anybody's address, so the number of mails it causes is bounded by the address, not by the caller.
 * @param sentAt times of the mails that the form caused so far, in any order
 */
export function decideMail(status: SubscriptionStatus, sentAt: readonly Date[], now: Date): MailDecision {
	if (status === 'suppressed') return { send: null, reason: 'suppressed' }
	const ages = sentAt.map((time) => msSince(time, now))
	if (ages.some((age) => age < MS_BETWEEN_MAILS)) return { send: null, reason: 'too-soon' }
	if (ages.filter((age) => age < MS_PER_DAY).length >= MAILS_PER_DAY) return { send: null, reason: 'too-many' }
	return status === 'confirmed' ? { send: 'reminder' } : { send: 'confirmation' }
}
