import { type RawBuilder, sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { startOfStoredDay } from '#server/services/learning/progress/merge-learner-progress.ts'
import { STALLED_DAYS } from '#server/services/learning/progress/progress-state.ts'
import { verifiedAccountJoin, hasBought } from '#server/services/people/newsletter/segment.ts'

const HOUR_MS = 3_600_000

const DAY_MS = 24 * HOUR_MS

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
/** Returns the period in which an event must have happened to trigger an email: between three days and one day ago. */
const window = (now: Date) => ({ from: before(now, 72 * HOUR_MS), to: before(now, DAY_MS) })

const hasCertificate = sql`exists (select from certificates p join ${verifiedAccountJoin} where a.email = s.email and p.revoked_at is null)`
const progressedSince = (since: Date) =>
	sql`exists (select from progress_entries p join ${verifiedAccountJoin} where a.email = s.email and p.stored_at >= ${since})`
const finished = ({
	course,
}: Content) => sql`not exists (select from unnest(${course.modules.map(({ id }) => String(id))}::text[]) as m (id)
	where not exists (select from progress_entries p join ${verifiedAccountJoin} where p.kind = 'module' and p.done and p.key = m.id and a.email = s.email))`

export type RuleName = keyof Content['lifecycle']
export type LifecycleRule = {
	name: RuleName
	title: string
	when: string
	ends: string
	text: { subject: string; body: string }
	/** SQL condition on `newsletter_subscriptions as s` that triggers the email. */
	begins: (now: Date) => RawBuilder<unknown>
	/** SQL condition that must still be true when the email is sent. */
	holds: (now: Date) => RawBuilder<unknown>
}

const afterCheckout = (text: LifecycleRule['text']): LifecycleRule => ({
	name: 'unpaid-checkout',
	title: 'Checkout without a payment',
	when: 'A day after someone opens a checkout, for up to two more days.',
	ends: 'They buy or unsubscribe.',
	text,
	begins: (now) => {
		const { from, to } = window(now)
		return sql`s.email in (select o.email from orders o where o.created_at >= ${from} and o.created_at < ${to})
		and not exists (select from orders o where o.email = s.email and o.created_at >= ${to})`
	},
	// A checkout isn't abandoned while a payment is in progress or a bank transfer is awaited.
	holds: () => sql`not exists (select from orders o where o.email = s.email and (o.status not in ('pending', 'failed') or exists (
		select from bank_transfers t where t.order_id = o.id and t.accepted_at is not null and t.closed_at is null)))
	and not ${hasBought}`,
})

/** Returns the rules. Each emails a subscriber at most once ever, and only those who agreed to newsletters. */
export function rulesOf(content: Content): readonly LifecycleRule[] {
	const texts = content.lifecycle
	const hasFinished = finished(content)
	return [
		afterCheckout(texts['unpaid-checkout']),
		{
			name: 'certificate',
			title: 'Certificate issued',
			when: 'A day after a learner gets the certificate, for up to two more days.',
			ends: 'They get a refund or unsubscribe.',
			text: texts.certificate,
			begins: (now) => {
				const { from, to } = window(now)
				return sql`s.email in (select a.email from certificates p join ${verifiedAccountJoin}
				where p.issued_at >= ${from} and p.issued_at < ${to} and p.revoked_at is null)`
			},
			holds: () => sql`${hasBought} and ${hasCertificate}`,
		},
		{
			name: 'finished',
			title: 'All modules completed, no certificate yet',
			when: 'A day after a learner completes the last module, for up to two more days.',
			ends: 'They get the certificate or a refund, or unsubscribe.',
			text: texts.finished,
			begins: (now) => {
				const { from, to } = window(now)
				return sql`s.email in (select a.email from progress_entries p join ${verifiedAccountJoin}
				where p.kind = 'module' and p.done and p.first_stored_at >= ${from} and p.first_stored_at < ${to})
				and not exists (select from progress_entries p join ${verifiedAccountJoin}
					where p.kind = 'module' and p.done and p.first_stored_at >= ${to} and a.email = s.email)`
			},
			holds: () => sql`${hasBought} and ${hasFinished} and not ${hasCertificate}`,
		},
		{
			name: 'stalled',
			title: 'Stalled learner',
			when: `${STALLED_DAYS} days after the last progress of a buyer, or after the purchase, for up to two more days.`,
			ends: 'They make progress, complete the course, get a refund or unsubscribe.',
			text: texts.stalled,
			begins: (now) => {
				const [from, to] = [startOfStoredDay(now, STALLED_DAYS + 2), startOfStoredDay(now, STALLED_DAYS)]
				return sql`s.email in (
				select a.email from progress_entries p join ${verifiedAccountJoin} where p.stored_at >= ${from} and p.stored_at < ${to}
				union all select email from entitlements where granted_at >= ${from} and granted_at < ${to})`
			},
			holds: (now) =>
				sql`${hasBought} and not ${progressedSince(startOfStoredDay(now, STALLED_DAYS))} and not ${hasFinished} and not ${hasCertificate}`,
		},
	]
}
