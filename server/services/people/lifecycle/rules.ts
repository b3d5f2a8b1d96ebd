import { type RawBuilder, sql } from 'kysely'

import texts from '#content/lifecycle.json' with { type: 'json' }
import { hasBought } from '#server/services/people/newsletter/segment.ts'

const HOUR_MS = 3_600_000

/** Not sooner than a day after, and not when it is stale. */
const window = (now: Date) => ({ from: new Date(now.getTime() - 72 * HOUR_MS), to: new Date(now.getTime() - 24 * HOUR_MS) })

export type RuleName = keyof typeof texts
export type Rule = {
	name: RuleName
	title: string
	when: string
	ends: string
	text: { subject: string; body: string }
	/** Whose turn it is, as a condition on `newsletter_subscriptions as s`. */
	begins: (now: Date) => RawBuilder<unknown>
	/** What must still be so when the mail leaves. */
	holds: RawBuilder<unknown>
}

/** Each writes to a subscriber once in all, and only to those who agreed to letters. */
export const RULES: readonly Rule[] = [
	{
		name: 'unpaid-checkout',
		title: 'Checkout without a payment',
		when: 'A day after somebody opened a checkout, and for two days more.',
		ends: 'By a purchase, by the end of the newsletter.',
		text: texts['unpaid-checkout'],
		begins: (now) => {
			const { from, to } = window(now)
			return sql`s.email in (select o.email from orders o where o.created_at >= ${from} and o.created_at < ${to})
				and not exists (select from orders o where o.email = s.email and o.created_at >= ${to})`
		},
		// A payment under way and a transfer that was agreed to are no checkout that somebody left.
		holds: sql`not exists (select from orders o where o.email = s.email and (o.status not in ('pending', 'failed') or exists (
				select from bank_transfers t where t.order_id = o.id and t.accepted_at is not null and t.closed_at is null)))
			and not ${hasBought}`,
	},
	{
		name: 'certificate',
		title: 'Certificate issued',
		when: 'A day after a learner got the certificate, and for two days more.',
		ends: 'By a refund, by the end of the newsletter.',
		text: texts.certificate,
		begins: (now) => {
			const { from, to } = window(now)
			return sql`s.email in (select a.email from certificates c join auth.users a on a.id = c.user_id and a.email_confirmed_at is not null
				where c.issued_at >= ${from} and c.issued_at < ${to} and c.revoked_at is null)`
		},
		holds: sql`${hasBought} and exists (select from certificates c join auth.users a on a.id = c.user_id
			where a.email = s.email and c.revoked_at is null)`,
	},
]
