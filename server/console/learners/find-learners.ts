import { type RawBuilder, sql } from 'kysely'

import { toPage } from '#server/console/shell/lists.ts'
import {
	SHORT_REFERENCE,
	UUID_PATTERN,
	beginsWith,
	decodeCursor,
	encodeCursor,
	firstWithPrefix,
	inPrefixOrder,
	middleNamesOf,
	sqlNamePrefixes,
	partsOf,
	toNamePrefix,
} from '#server/console/shell/look-up.ts'
import type { Db } from '#server/db/database.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'
import { lastActivity } from '#server/services/learning/progress/merge-learner-progress.ts'
import { STALLED_DAYS } from '#server/services/learning/progress/progress-state.ts'
import { tagsOf } from '#server/services/people/tags/learner-tags.ts'

export const MAX_FOUND = 20
const DAY_MS = 86_400_000

export type ListedLearner = {
	id: string
	email: string | null
	phone: string | null
	name: string | null
	created_at: Date
	last_sign_in_at: Date | null
	access: 'open' | 'unclaimed' | 'suspended' | 'ended' | null
	/** Latest end of the learner's access, past or future; null if any open access has no end, or it was refunded or revoked. */
	ends_at: Date | null
	is_banned: boolean
	/** Number of lessons read to the end. */
	finished: number
	/** Last activity in the course, exact to the UTC day. */
	last_active_at: Date | null
	tags: string[]
}

/**
 * SQL expression for an account's name; `auth.users` is aliased `account`. Until the address is confirmed, it is the name typed
 * at sign-up, stored with the token. Accounts without a name use the one on their latest invoice.
 */
export const nameOfAccount = sql<string | null>`left(coalesce(
	nullif(raw_user_meta_data ->> 'name', ''),
	nullif(raw_user_meta_data ->> 'full_name', ''),
	(select nullif(pending_profile ->> 'name', '') from auth.one_time_tokens where user_id = account.id and kind = 'confirmation'),
	(select nullif(invoices.buyer ->> 'name', '') from orders join invoices on invoices.order_id = orders.id
		where orders.user_id = account.id order by orders.created_at desc, invoices.issued_at desc limit 1)), 200)`

/** @param lessons keys of the lessons to count as finished */
export const selectLearners = (db: Db, lessons: readonly string[]) =>
	db
		.selectFrom('auth.users as account')
		.select(['account.id', 'account.email', 'account.phone', 'account.created_at', 'account.last_sign_in_at', 'account.last_active_at'])
		.select(nameOfAccount.as('name'))
		.select(tagsOf(sql`account.id`).as('tags'))
		.select(sql<boolean>`coalesce(account.banned_until > now(), false)`.as('is_banned'))
		.select(
			sql<ListedLearner['access']>`case
				when exists (select from entitlements where ${isOpen} and user_id = account.id) then 'open'
				when exists (select from entitlements where ${isOpen} and email = account.email
					and (account.email_confirmed_at is not null or user_id is null))
					then case when account.email_confirmed_at is null then 'unclaimed' else 'open' end
				else (select case when bool_or(state = 'suspended') then 'suspended' when count(*) > 0 then 'ended' end from (
					select state from entitlements where user_id = account.id
					union all
					select state from entitlements where email = account.email and account.email_confirmed_at is not null) as held)
				end`.as('access'),
		)
		.select(
			// Look up each index separately: with OR, PostgreSQL may read the whole table.
			sql<Date | null>`(select case
				when not bool_or(is_open) then max(ends_at) filter (where state = 'active')
				when bool_and(ends_at is not null) filter (where is_open) then max(ends_at) filter (where is_open) end from (
				select ends_at, state, ${isOpen} as is_open from entitlements where user_id = account.id
				union all
				select ends_at, state, ${isOpen} from entitlements where email = account.email
					and (account.email_confirmed_at is not null or (user_id is null and ${isOpen}))) as held)`.as('ends_at'),
		)
		.select(
			sql<number>`(select count(*)::int from progress_entries
				where user_id = account.id and kind = 'reading' and done and key = any(${lessons}::text[]))`.as('finished'),
		)
		.where('account.deleted_at', 'is', null)

export const readLearnersById = (db: Db, ids: readonly string[], lessons: readonly string[]) =>
	selectLearners(db, lessons)
		.where(sql<boolean>`account.id = any(${ids}::uuid[])`)
		.execute()

export type StalledLearner = { id: string; granted_at: Date; email: string; user_id: string | null; moved_at: Date | null }

const toCursor = ({ granted_at: at, id }: StalledLearner) => encodeCursor({ created_at: at, id })

/**
 * Lists learners who paid but stored no progress for `STALLED_DAYS`, newest access first. Learners with a certificate are done, not
 * stalled. Guests count as the account with their address.
 * @param isLeftOut condition on `entitlements` that excludes learners
 * @param examined maximum entitlements examined for this page
 * @returns the learners, and the cursor of the next page; null after the last
 */
export async function listStalledLearners(
	db: Db,
	{ now, before, isLeftOut, examined: most }: { now: Date; before: string | undefined; isLeftOut: RawBuilder<unknown>; examined: number },
): Promise<{ rows: StalledLearner[]; next: string | null }> {
	const place = decodeCursor(before)
	const since = new Date(now.getTime() - STALLED_DAYS * DAY_MS)
	const { rows } = await sql<StalledLearner & { is_done: boolean }>`
		with held as materialized (
			select id, granted_at, email, user_id from entitlements
			where ${isOpen} and granted_at < ${since} and not ${isLeftOut}
				and (${place === null} or (granted_at, id) < (${place?.at ?? now}, ${place?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid))
			order by granted_at desc, id desc limit ${most + 1})
		select held.id, held.granted_at, held.email, account.id as user_id, moved.at as moved_at,
			exists (select from certificates where certificates.user_id = account.id and revoked_at is null) as is_done
		from held
		left join lateral (
			select id from auth.users where id = held.user_id
			union all
			select id from auth.users where held.user_id is null and email = held.email and not is_sso_user
			limit 1) as account on true
		left join lateral (select ${lastActivity} as at from progress_entries where user_id = account.id) as moved on true
		order by held.granted_at desc, held.id desc`.execute(db)
	const examined = rows.slice(0, most)
	const found = examined.filter(({ moved_at: movedAt, is_done: isDone }) => !isDone && (movedAt === null || movedAt < since))
	const end = rows.length > most ? examined.at(-1) : undefined
	return toPage(found, toCursor, { rest: end ? toCursor(end) : null })
}

const email = sql<string>`account.email`
const name = sql`raw_user_meta_data ->> 'name'`
/** SQL expressions to search: the name, its words, and parts of the address, because many buyers give no name. */
const names = [...sqlNamePrefixes(name), middleNamesOf(name), ...partsOf(email)]

const withNumber = (digits: string) => sql<boolean>`account.id in (
	(select id from auth.users where phone ~>=~ ${digits} and phone ~<~ ${`${digits}:`} limit ${MAX_FOUND})
	union (select user_id from user_sms_settings where phone_number ~>=~ ${`+${digits}`} and phone_number ~<~ ${`+${digits}:`} limit ${MAX_FOUND}))`

/**
 * Finds accounts by ID (whole, or its last eight digits), or by the start of the email, phone number, name, another word of the name,
 * or the email's last word, number or domain.
 */
export async function findLearners(db: Db, typed: string, lessons: readonly string[] = []): Promise<ListedLearner[]> {
	if (typed === '') return []
	const learners = selectLearners(db, lessons).limit(MAX_FOUND)
	if (UUID_PATTERN.test(typed)) return learners.where('account.id', '=', typed.toLowerCase()).execute()
	const short = SHORT_REFERENCE.exec(typed)?.[1]
	const found = short === undefined ? [] : await learners.where(sql<boolean>`right(account.id::text, 8) = ${short.toLowerCase()}`).execute()
	if (found.length > 0) return found
	const digits = typed.replaceAll(/[\s().+-]/g, '')
	const byNumber = /^\d{4,15}$/.test(digits) ? await learners.where(withNumber(digits)).execute() : []
	const text = typed.toLowerCase()
	// “ann” lists ann@example.com before ann1@example.com, although the latter sorts first.
	const exactly = text.includes('@')
		? []
		: await learners
				.where(beginsWith(email, `${text}@`))
				.orderBy(inPrefixOrder(email))
				.execute()
	const byEmail = await learners.where(beginsWith(email, text)).orderBy(inPrefixOrder(email)).execute()
	// An address may also start with digits, or with someone else's last name.
	return together(byNumber, exactly, byEmail, text.lastIndexOf('@') > 0 ? [] : await findByName(learners, text.replace('@', '')))
}

/**
 * SQL that selects IDs and addresses of accounts in which a word of the name, or a part of the address, starts with the text.
 * @param text in lower case
 */
export const accountsNamed = (text: string, limit: number): RawBuilder<unknown> =>
	sql.join(
		names.map((by) => sql`(select id, email from auth.users account ${firstWithPrefix(by, { prefix: toNamePrefix(text), limit })})`),
		sql` union `,
	)

/** @param text in lower case */
async function findByName(learners: ReturnType<typeof selectLearners>, text: string): Promise<ListedLearner[]> {
	const found = []
	for (const by of names)
		found.push(
			await learners
				.where(beginsWith(by, toNamePrefix(text)))
				.orderBy(inPrefixOrder(by))
				.execute(),
		)
	return together(...found)
}

const together = (...found: readonly ListedLearner[][]): ListedLearner[] =>
	[...new Map(found.flat().map((row) => [row.id, row])).values()].slice(0, MAX_FOUND)
