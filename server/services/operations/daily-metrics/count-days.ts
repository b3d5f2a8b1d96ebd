import { sql } from 'kysely'

import { progressKey } from '#domain/progress/progress-entry.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { ownsAddress } from '#server/services/identity/accounts/user-record.ts'
import { SERVED_METRIC } from '#server/services/operations/server-figures/served-minutes.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

/** Maximum days of one part per transaction. Each takes a few milliseconds with a million learners. */
const BATCH = 25
const JOB_MS = 45_000
const LOCK = 'daily_metrics'

/** `part` of the row that stores the version and time zone of the totals. */
const BASIS = 'basis'
/** Version of the calculation. Increase it when something else is counted, so that every day is recounted. */
const VERSION = 2

/** Returns an SQL condition for times within a day in the academy's time zone, in a form that can use an index. */
const inDay = (column: string) =>
	sql`${sql.ref(column)} >= taken.day::timestamp at time zone taken.zone and ${sql.ref(column)} < (taken.day + 1)::timestamp at time zone taken.zone`

/** Counts, for each section first opened on the day, which sections of its module the same learners have opened at any time. */
const sections = sql`
	select taken.part, counted.figure, counted.of, taken.day, counted.amount
	from taken
	cross join lateral (
		select here.key as figure, other.key as of, count(*) as amount
		from progress_entries as here
		join progress_entries as other on other.user_id = here.user_id and other.kind = 'section'
			and other.key like split_part(taken.part, '/', 2) || '/%'
		where here.kind = 'section' and here.key like split_part(taken.part, '/', 2) || '/%' and ${inDay('here.first_stored_at')}
		group by 1, 2) as counted
	where taken.part like 'sections/%'`

/** Counts new accounts, without those that have a role. A guest's payment counts for the account with the same address. */
const accounts = sql`
	select taken.part, counted.figure, counted.of, taken.day, counted.amount
	from taken
	cross join lateral (
		with opened as materialized (
			select id, case when ${ownsAddress} then email end as email from auth.users
			where ${inDay('created_at')} and deleted_at is null and not is_anonymous and raw_app_meta_data ->> 'role' is null),
		bought as materialized (
			select id, bool_or(paid_at is not null) as paid, bool_or(status = 'refunded') as refunded
			from (
				select opened.id, paid_at, status from opened join orders on orders.user_id = opened.id and provider <> ${COMPLIMENTARY_PROVIDER}
				union all
				select opened.id, paid_at, status from opened join orders on orders.email = opened.email and orders.user_id is null
					and provider <> ${COMPLIMENTARY_PROVIDER} and paid_at is not null) as own
			group by id)
		select 'opened' as figure, '' as of, count(*) as amount from opened
		union all
		select 'began', '', count(*) from opened where exists (
			select from progress_entries where user_id = opened.id and kind = 'section')
		union all
		select 'finished', key, count(*) from opened cross join lateral (
			select key from progress_entries where user_id = opened.id and kind = 'module' and done offset 0) as done group by key
		union all
		select 'ordered', '', count(*) from bought
		union all
		select 'paid', '', count(*) from bought where paid
		union all
		select 'refunded', '', count(*) from bought where refunded) as counted
	where taken.part = 'accounts'`

const saleOf = sql`currency || ' ' || coalesce(discount_code, '')`
const productOf = sql`currency || ' ' || product_code`

/** Counts the day's events. An order counts as refunded once, on the day of its first refund. */
const events = sql`
	select taken.part, counted.figure, counted.of, taken.day, counted.amount
	from taken
	cross join lateral (
		select 'opt-ins' as figure, '' as of, count(*) as amount from newsletter_subscriptions where ${inDay('confirmed_at')}
		union all
		select 'finished', key, count(*) from progress_entries where kind = 'module' and done and ${inDay('first_stored_at')} group by key
		union all
		select 'ordered', ${saleOf}, count(*) from orders where ${inDay('created_at')} and provider <> ${COMPLIMENTARY_PROVIDER} group by 2
		union all
		select sale.figure, sold.of, sale.amount
		from (
			select ${saleOf} as of, count(*) as orders, sum(total_cents) as cents, sum(discount_cents) as off,
				sum((select sum(amount_cents) from refunds where order_id = orders.id and refunds.status = 'succeeded')) as back
			from orders where ${inDay('paid_at')} and provider <> ${COMPLIMENTARY_PROVIDER} group by 1) as sold
		cross join lateral (values ('paid', orders), ('cents', cents), ('off', off), ('back', coalesce(back, 0))) as sale (figure, amount)
		union all
		select sale.figure, sold.of, sale.amount
		from (
			select ${productOf} as of, count(*) as orders, sum(total_cents) as cents
			from orders where ${inDay('paid_at')} and provider <> ${COMPLIMENTARY_PROVIDER} group by 1) as sold
		cross join lateral (values ('product paid', orders), ('product cents', cents)) as sale (figure, amount)
		union all
		select 'sent back', ${productOf}, sum(amount_cents) from refunds join orders on orders.id = order_id
			where ${inDay('refunds.created_at')} and refunds.status = 'succeeded' group by 2
		union all
		select 'refunded', ${saleOf}, count(distinct order_id) from refunds as first join orders on orders.id = order_id
			where ${inDay('first.created_at')} and first.status = 'succeeded' and not exists (
				select from refunds as earlier where earlier.order_id = first.order_id and earlier.status = 'succeeded'
					and earlier.created_at < taken.day::timestamp at time zone taken.zone) group by 2) as counted
	where taken.part = 'events'`

/**
 * Counts the day's finished lessons, learners who opened a lesson for the first time or began one that they finished, and certificates.
 * A finished lesson counts on the day its reading began: a later reading doesn't move it. Only certificates include people with a role.
 * @param keys keys of the lessons whose opening counts
 */
const learning = (keys: readonly string[]) => sql`
	select taken.part, counted.figure, '' as of, taken.day, counted.amount
	from taken
	cross join lateral (
		with finished as materialized (
			select user_id from progress_entries where kind = 'reading' and done and ${inDay('first_stored_at')}
				and user_id <> all (array(select id from auth.users where raw_app_meta_data ->> 'role' is not null))),
		opened as materialized (
			select user_id from progress_entries where kind = 'section' and key = any(${keys}::text[]) and ${inDay('first_stored_at')}
				and user_id <> all (array(select id from auth.users where raw_app_meta_data ->> 'role' is not null)))
		select 'lessons' as figure, count(*) as amount from finished
		union all
		select 'learners', count(*) from (select user_id from finished union select user_id from opened) as studied
		union all
		select 'certificates', count(*) from certificates where revoked_at is null and ${inDay('issued_at')}) as counted
	where taken.part = 'learning'`

/** Marks totals as stale that were counted in another time zone or by an earlier version. */
async function recountAfterChange(db: Db, zone: string): Promise<void> {
	const basis = `${VERSION} ${zone}`
	const { rows } = await sql<{ of: string }>`select of from daily_metrics where part = ${BASIS}`.execute(db)
	if (rows[0]?.of === basis) return
	await inTransaction(db, async (tx) => {
		await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx)
		await sql`delete from daily_metrics where part = ${BASIS}`.execute(tx)
		await sql`select public.mark_all_days()`.execute(tx)
		await sql`insert into daily_metrics (part, figure, of, day, amount) values (${BASIS}, '', ${basis}, 'epoch', 0)`.execute(tx)
	})
}

/**
 * Recounts a batch of stale days. Marks are UTC days; totals are days in the academy's time zone, and each UTC day overlaps two of them.
 * One statement deletes the marks and reads the rows, so it sees exactly the changes that the marks represent. The lock prevents an older
 * count from overwriting a newer one.
 * @returns the number of days counted
 */
const countBatch = (db: Db, zone: string, keys: readonly string[]): Promise<number> =>
	inTransaction(db, async (tx) => {
		await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx)
		const { rows } = await sql<{ days: number }>`
			with marked as materialized (select part, day from stale_days group by part, day order by day desc, part limit ${sql.lit(BATCH)}),
			unmarked as (delete from stale_days using marked where stale_days.part = marked.part and stale_days.day = marked.day),
			taken as materialized (
				select distinct part, (at at time zone zone)::date as day, zone
				from marked cross join (values (${zone}::text)) as clock (zone) cross join lateral (values
					(day::timestamp at time zone 'UTC'), ((day + 1)::timestamp at time zone 'UTC' - interval '1 microsecond')) as ends (at)
				where part not in (${BASIS}, ${SERVED_METRIC.part})),
			counted as materialized (${sections} union all ${accounts} union all ${events} union all ${learning(keys)}),
			gone as (
				delete from daily_metrics using taken where daily_metrics.part = taken.part and daily_metrics.day = taken.day and not exists (
					select from counted where counted.part = daily_metrics.part and counted.figure = daily_metrics.figure and counted.of = daily_metrics.of
						and counted.day = daily_metrics.day)),
			kept as (
				insert into daily_metrics as known (part, figure, of, day, amount)
				select part, figure, of, day, amount from counted
				on conflict (part, figure, of, day) do update set amount = excluded.amount where known.amount <> excluded.amount)
			select count(*)::int as days from marked`.execute(tx)
		return rows[0]?.days ?? 0
	})

/**
 * Recounts stale days, newest first, within a time budget.
 * @returns `counted`: days counted per part; `isWhole`: true if none are left
 */
export async function recountStaleDays(
	{ db, content }: Pick<ServiceContext, 'db' | 'content'>,
	forMs = JOB_MS,
): Promise<{ counted: number; isWhole: boolean }> {
	const until = performance.now() + forMs
	const zone = siteZone(content)
	const keys = content.allModulePages.flatMap(({ id, sections: own }) => own.map((section) => progressKey.section(id, section.id)))
	await recountAfterChange(db, zone)
	let counted = 0
	for (;;) {
		const days = await countBatch(db, zone, keys)
		counted += days
		if (days < BATCH) return { counted, isWhole: true }
		if (performance.now() >= until) return { counted, isWhole: false }
	}
}
