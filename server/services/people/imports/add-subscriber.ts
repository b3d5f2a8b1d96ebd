import { isEmailAddress } from '#domain/email/email-address.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireAll } from '#server/kernel/require-all.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listSuppressed } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { cleanImportedText, findConsentFault } from './check-row.ts'
import { normalizeEmailCell, parseDate } from './read-columns.ts'

/** `isProven`: the operator vouches for the consent; otherwise the address is asked to confirm. */
export type TypedSubscriber = { email: string; firstName: string; isProven: boolean; askedAt: string; place: string; words: string }

const refuse = (field: string, message: string) =>
	new ServiceError('unprocessable', 'subscriber_refused', message, { fields: { [field]: message } })

/** Largest offset of a time zone from UTC. */
const ZONE_MS = 14 * 3_600_000

function requireText(field: string, typed: string | null, message: string): string {
	if (typed === null) throw refuse(field, message)
	return typed
}

function requireAddress(typed: string): string {
	const email = normalizeEmailCell(typed)
	if (!isEmailAddress(email)) throw refuse('email', 'Enter an email address such as name@example.com.')
	return email
}

function requireTime(askedAt: string, now: Date): Date {
	// It may already be tomorrow in the operator's time zone.
	const fault = findConsentFault({ askedAt, place: '', words: '', dates: 'year-first' }, new Date(now.getTime() + ZONE_MS))
	if (fault !== null) throw refuse('asked', `This doesn’t prove consent: ${fault}.`)
	return new Date(Math.min(parseDate(askedAt)?.getTime() ?? 0, now.getTime()))
}

/** @throws ServiceError subscriber_refused (422) */
const readProof = ({ askedAt, place, words }: TypedSubscriber, now: Date) => ({
	...requireAll({
		time: () => requireTime(askedAt, now),
		consent_source: () => requireText('place', cleanImportedText(place, 300), 'Enter where they agreed, such as an event or a form.'),
		consent_text: () => requireText('words', cleanImportedText(words, 2000), 'Enter the text that they agreed to.'),
	}),
	covers_newsletters: true,
	status: 'confirmed' as const,
})

const TAKEN = {
	pending: 'This address is already waiting to confirm.',
	confirmed: 'This address is already subscribed.',
	unsubscribed: 'This person unsubscribed. Only they can subscribe again, with a form on your site.',
	suppressed: 'Emails to this address failed or were reported as spam, so it can’t be added.',
} as const

/**
 * Requires that the address has no subscription, because an existing one must not change, and isn't suppressed.
 * @throws ServiceError subscriber_refused (422)
 */
async function requireNew(ctx: ServiceContext, db: Db | Tx, email: string): Promise<void> {
	const known = await db.selectFrom('newsletter_subscriptions').select('status').where('email', '=', email).executeTakeFirst()
	if (known) throw refuse('email', TAKEN[known.status])
	if ((await listSuppressed(ctx, db, [email])).length > 0) throw refuse('email', TAKEN.suppressed)
}

/**
 * Adds one subscriber, by the rules of an imported file: confirmed with a proof of consent, otherwise pending until they answer an
 * invitation (send-invitations.ts).
 * @returns the subscription's ID
 * @throws ServiceError subscriber_refused (422), shown at a field
 */
export async function addSubscriber(ctx: ServiceContext, db: Db | Tx, typed: TypedSubscriber): Promise<string> {
	const now = ctx.now()
	const { email, proof } = requireAll({
		email: () => requireAddress(typed.email),
		proof: () => (typed.isProven ? readProof(typed, now) : { time: null, status: 'pending' as const }),
	})
	const { time, ...consent } = proof
	await requireNew(ctx, db, email)
	const dates = { requested_at: time ?? now, confirmed_at: time, created_at: now }
	const row = await db
		.insertInto('newsletter_subscriptions')
		.values({ email, first_name: cleanImportedText(typed.firstName, 100), source: 'import', ...consent, ...dates })
		.onConflict((conflict) => conflict.column('email').doNothing())
		.returning('id')
		.executeTakeFirst()
	if (!row) throw refuse('email', 'This address was added or subscribed a moment ago.')
	return row.id
}
