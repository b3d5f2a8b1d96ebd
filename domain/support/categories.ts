import { PRIVACY_RESPONSE_DAYS } from '#domain/privacy/periods.ts'

import { businessDaysDueAt, supportDueAt } from './support-hours.ts'

/** Topics of a message. It is `general` unless the link to the form sets another; `guardian` is a parent's consent. */
export const CONTACT_CATEGORIES = ['general', 'terms', 'privacy', 'guardian'] as const
export type ContactCategory = (typeof CONTACT_CATEGORIES)[number]

/** Deadline for questions about the terms, in business days. */
export const TERMS_ANSWER_DAYS = 5

const DAY_MS = 86_400_000

export const readCategory = (text: string | null): ContactCategory => CONTACT_CATEGORIES.find((category) => category === text) ?? 'general'

/**
 * Returns the deadline for a reply.
 * @param arrivedAt milliseconds since 1970
 * @returns milliseconds since 1970
 */
export function contactDueAt(category: ContactCategory, arrivedAt: number): number {
	if (category === 'terms') return businessDaysDueAt(arrivedAt, TERMS_ANSWER_DAYS)
	if (category === 'privacy') return arrivedAt + PRIVACY_RESPONSE_DAYS * DAY_MS
	return supportDueAt(arrivedAt)
}
