import { type RawBuilder, sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'
import { startOfStoredDay } from '#server/services/learning/progress/merge-learner-progress.ts'
import { STALLED_DAYS } from '#server/services/learning/progress/progress-state.ts'
import { verifiedAccountJoin, hasBought } from '#server/services/people/newsletter/segment.ts'

const HOUR_MS = 3_600_000

/** Hours for which a due email may still be sent: longer than a week, because a subscriber gets at most one email a week. */
const GRACE_HOURS = 8 * 24
/** Hours that a queued email may wait before it goes out. */
const QUEUE_HOURS = 48

const hasCertificate = sql`exists (select from certificates p join ${verifiedAccountJoin} where a.email = s.email and p.revoked_at is null)`
const progressedSince = (since: Date) =>
	sql`exists (select from progress_entries p join ${verifiedAccountJoin} where a.email = s.email and p.stored_at >= ${since})`
const finished = ({
	course,
}: Content) => sql`not exists (select from unnest(${course.modules.map(({ id }) => String(id))}::text[]) as m (id)
	where not exists (select from progress_entries p join ${verifiedAccountJoin} where p.kind = 'module' and p.done and p.key = m.id and a.email = s.email))`

/** Names of the automations that the product has. An operator can add others with the same events. */
export type Trigger = Exclude<keyof Content['lifecycle'], 'own'>
/** The period in which an event must have happened. */
export type Period = { from: Date; to: Date }
export type Automation = {
	name: string
	title: string
	/** True if an operator added it. */
	isOwn?: true
	/** Text for the event, as in “A day after …”. */
	after: string
	ends: string
	/** Empty if the operator's file is older than the automation. Then it can't be turned on. */
	text: { subject: string; body: string }
	/** Unit in which the delay is shown; default, minimum and maximum delay in hours. */
	delay: { unit: 'hour' | 'day'; hours: number; least: number; most: number }
	/** True if only the UTC day of the event is known. */
	isByDay?: true
	/** SQL expression for the time of a subscriber's last event. */
	event: RawBuilder<Date | null>
	/** SQL condition on `newsletter_subscriptions as s` that triggers the email. */
	begins: (period: Period) => RawBuilder<unknown>
	/** SQL condition that must still be true when the email is sent. */
	holds: (now: Date, delayHours: number) => RawBuilder<unknown>
}

type Timing = Pick<Automation, 'isByDay'>

/** Returns the time before which an event must have happened for its email to be due. */
const dueBefore = ({ isByDay }: Timing, now: Date, hours: number): Date =>
	isByDay ? startOfStoredDay(now, hours / 24) : new Date(now.getTime() - hours * HOUR_MS)

/** Returns when the email about an event is due. */
export const dueAt = ({ isByDay }: Timing, event: Date, hours: number): Date =>
	isByDay ? startOfStoredDay(event, -hours / 24 - 1) : new Date(event.getTime() + hours * HOUR_MS)

/** @param aheadHours includes events whose email is due within this time */
export const periodOf = (automation: Timing, now: Date, { hours, aheadHours = 0 }: { hours: number; aheadHours?: number }): Period => ({
	from: dueBefore(automation, now, hours + GRACE_HOURS),
	to: dueBefore(automation, now, hours - aheadHours),
})

const count = (of: number, unit: string) => (of === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${of} ${unit}s`)

/** Formats a delay as `a day` or `36 hours`. */
export const formatDelay = (hours: number): string => (hours % 24 === 0 ? count(hours / 24, 'day') : count(hours, 'hour'))

/** Describes when an automation emails, as in “A day after a learner gets the certificate.” */
export function describeAutomationTiming({ after }: Pick<Automation, 'after'>, hours: number): string {
	const delay = formatDelay(hours)
	return `${delay.charAt(0).toUpperCase()}${delay.slice(1)} after ${after}.`
}

const NO_TEXT = { subject: '', body: '' }

const FLEXIBLE = { unit: 'hour', least: 1, most: 30 * 24 } as const

/** Access that was paid for, with the order. */
const purchases = sql`entitlements e join orders o on o.id = e.order_id and o.provider <> ${COMPLIMENTARY_PROVIDER}
	where ${isOpen}`

type Known = Automation & { name: Trigger }

const afterPurchase = (text: Automation['text']): Known => ({
	name: 'bought',
	title: 'New buyer',
	after: 'someone buys',
	ends: 'their access ends or they unsubscribe',
	text,
	delay: { ...FLEXIBLE, hours: 24 },
	event: sql`(select max(e.granted_at) from ${purchases} and e.email = s.email)`,
	begins: ({ from, to }) => sql`s.email in (select e.email from ${purchases} and e.granted_at >= ${from} and e.granted_at < ${to})`,
	// An earlier purchase is no reason to email once the new one was refunded.
	holds: (now, hours) => sql`exists (select from ${purchases} and e.email = s.email
		and e.granted_at >= ${dueBefore({}, now, hours + GRACE_HOURS + QUEUE_HOURS)})`,
})

const afterSubscribing = (text: Automation['text']): Known => ({
	name: 'welcome',
	title: 'New subscriber',
	after: 'someone subscribes',
	ends: 'they unsubscribe',
	text,
	// Confirming the subscription already sends an email.
	delay: { ...FLEXIBLE, hours: 48 },
	event: sql`s.confirmed_at`,
	begins: ({ from, to }) => sql`s.confirmed_at >= ${from} and s.confirmed_at < ${to}`,
	holds: () => sql`true`,
})

const SOON = { unit: 'day', hours: 24, least: 24, most: 30 * 24 } as const

const afterCheckout = (text: Automation['text']): Known => ({
	name: 'unpaid-checkout',
	title: 'Checkout without a payment',
	after: 'someone opens a checkout',
	ends: 'they buy or unsubscribe',
	text,
	delay: { unit: 'hour', hours: 24, least: 1, most: 7 * 24 },
	event: sql`(select max(o.created_at) from orders o where o.email = s.email)`,
	begins: ({ from, to }) => sql`s.email in (select o.email from orders o where o.created_at >= ${from} and o.created_at < ${to})
		and not exists (select from orders o where o.email = s.email and o.created_at >= ${to})`,
	// A checkout isn't abandoned while a payment is in progress or a bank transfer is awaited.
	holds: () => sql`not exists (select from orders o where o.email = s.email and (o.status not in ('pending', 'failed') or exists (
		select from bank_transfers t where t.order_id = o.id and t.accepted_at is not null and t.closed_at is null)))
	and not ${hasBought}`,
})

/** An automation that an operator added. `trigger`: name of the automation with the same event. */
export type OwnAutomation = { name: string; title: string; trigger: string }

/** Returns the automations, grouped by event. Each emails a subscriber at most once ever, and only those who agreed to newsletters. */
export const automationsOf = (content: Content, own: readonly OwnAutomation[] = []): readonly Automation[] =>
	listTriggers(content).flatMap((known) => [
		known,
		...own
			.filter(({ trigger }) => trigger === known.name)
			.map(({ name, title }) => ({ ...known, name, title, isOwn: true as const, text: content.lifecycle.own?.[name] ?? NO_TEXT })),
	])

/** Returns the automations that the product has. */
export function listTriggers(content: Content): readonly Known[] {
	const texts = content.lifecycle
	const hasFinished = finished(content)
	return [
		afterPurchase(texts.bought ?? NO_TEXT),
		afterCheckout(texts['unpaid-checkout']),
		afterSubscribing(texts.welcome ?? NO_TEXT),
		{
			name: 'certificate',
			title: 'Certificate issued',
			after: 'a learner gets the certificate',
			ends: 'their access ends or they unsubscribe',
			text: texts.certificate,
			delay: SOON,
			event: sql`(select max(p.issued_at) from certificates p join ${verifiedAccountJoin} where a.email = s.email and p.revoked_at is null)`,
			begins: ({ from, to }) => sql`s.email in (select a.email from certificates p join ${verifiedAccountJoin}
				where p.issued_at >= ${from} and p.issued_at < ${to} and p.revoked_at is null)`,
			holds: () => sql`${hasBought} and ${hasCertificate}`,
		},
		{
			name: 'finished',
			title: 'All modules completed, no certificate yet',
			after: 'a learner completes the last module',
			ends: 'they get the certificate, their access ends or they unsubscribe',
			text: texts.finished,
			delay: SOON,
			event: sql`(select max(p.first_stored_at) from progress_entries p join ${verifiedAccountJoin}
				where a.email = s.email and p.kind = 'module' and p.done)`,
			begins: ({ from, to }) => sql`s.email in (select a.email from progress_entries p join ${verifiedAccountJoin}
				where p.kind = 'module' and p.done and p.first_stored_at >= ${from} and p.first_stored_at < ${to})
				and not exists (select from progress_entries p join ${verifiedAccountJoin}
					where p.kind = 'module' and p.done and p.first_stored_at >= ${to} and a.email = s.email)`,
			holds: () => sql`${hasBought} and ${hasFinished} and not ${hasCertificate}`,
		},
		{
			name: 'stalled',
			title: 'Stalled learner',
			after: 'a buyer’s last progress or purchase',
			ends: 'they make progress, complete the course or unsubscribe, or their access ends',
			text: texts.stalled,
			delay: { unit: 'day', hours: STALLED_DAYS * 24, least: 3 * 24, most: 90 * 24 },
			isByDay: true,
			event: sql`greatest((select max(p.stored_at) from progress_entries p join ${verifiedAccountJoin} where a.email = s.email),
				(select max(granted_at) from entitlements where email = s.email))`,
			begins: ({ from, to }) => sql`s.email in (
				select a.email from progress_entries p join ${verifiedAccountJoin} where p.stored_at >= ${from} and p.stored_at < ${to}
				union all select email from entitlements where granted_at >= ${from} and granted_at < ${to})`,
			holds: (now, hours) =>
				sql`${hasBought} and not ${progressedSince(startOfStoredDay(now, hours / 24))} and not ${hasFinished} and not ${hasCertificate}`,
		},
	]
}
