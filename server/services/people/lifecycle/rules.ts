import { type RawBuilder, sql } from 'kysely'

import texts from '#content/lifecycle.json' with { type: 'json' }

const HOUR_MS = 3_600_000

/** Not sooner than a day after, and not when it is stale. */
const window = (now: Date) => ({ from: new Date(now.getTime() - 72 * HOUR_MS), to: new Date(now.getTime() - 24 * HOUR_MS) })

const hasCourse = sql`(exists (select from entitlements e where e.email = s.email and e.state = 'active')
	or exists (select from entitlements e join auth.users a on a.id = e.user_id and a.email_confirmed_at is not null
		where e.state = 'active' and a.email = s.email))`

export type RuleName = keyof typeof texts
export type Rule = {
	name: RuleName
	title: string
	when: string
	ends: string
	text: { subject: string; body: string }
	/** Condition on `newsletter_subscriptions as s`. */
	applies: (now: Date) => RawBuilder<unknown>
}

/** Each writes to a subscriber once in all, and only to those who agreed to letters. */
export const RULES: readonly Rule[] = [
	{
		name: 'unpaid-checkout',
		title: 'Checkout without a payment',
		when: 'A day after somebody opened a checkout, and for two days more.',
		ends: 'By a purchase, by the end of the newsletter.',
		text: texts['unpaid-checkout'],
		applies: (now) => {
			const { from, to } = window(now)
			return sql`s.email in (select o.email from orders o where o.created_at >= ${from} and o.created_at < ${to} and o.paid_at is null)
				and not exists (select from orders o where o.email = s.email and o.created_at >= ${to})
				and not exists (select from orders o where o.email = s.email and o.paid_at is not null) and not ${hasCourse}`
		},
	},
	{
		name: 'certificate',
		title: 'Certificate issued',
		when: 'A day after a learner got the certificate, and for two days more.',
		ends: 'By a refund, by the end of the newsletter.',
		text: texts.certificate,
		applies: (now) => {
			const { from, to } = window(now)
			return sql`s.email in (select a.email from certificates c join auth.users a on a.id = c.user_id and a.email_confirmed_at is not null
				where c.issued_at >= ${from} and c.issued_at < ${to} and c.revoked_at is null) and ${hasCourse}`
		},
	},
]
