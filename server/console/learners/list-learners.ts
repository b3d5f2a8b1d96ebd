import { type RawBuilder, sql } from 'kysely'

import {
	type ListRequest,
	PAGE_SIZE,
	readSortedPage,
	type SortColumns,
	applySort,
	sortSearchResults,
	toCursor,
	toSortedPage,
	writeSort,
} from '#server/console/shell/lists.ts'
import type { Db } from '#server/db/database.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'
import { hasProgress, type ProgressFilter } from '#server/services/learning/progress/progress-state.ts'
import { hasTag } from '#server/services/people/tags/learner-tags.ts'

import { findLearners, type ListedLearner, MAX_FOUND, readLearnersById, selectLearners } from './find-learners.ts'

/** Maximum accounts examined for one page, even if few of them match the filters. */
const MAX_EXAMINED = 1000

export const LEARNER_SORTS: SortColumns = {
	created: { by: sql`account.created_at`, kind: 'time' },
	email: { by: sql`coalesce(account.email, '') collate "C"`, kind: 'text' },
	seen: { by: sql`coalesce(account.last_sign_in_at, 'epoch'::timestamptz)`, kind: 'time' },
	active: { by: sql`coalesce(account.last_active_at, 'epoch'::timestamptz)`, kind: 'time' },
	progress: { by: sql`coalesce(account.finished_lessons, 0)`, kind: 'count' },
}

const { progress: _, ...others } = LEARNER_SORTS

/** Sort columns if the list shows one course: the indexed number of finished lessons covers all courses. */
export const SORTS_IN_COURSE: SortColumns = others

/** People who work in the console count as learners only if they have access to something. */
const isLearner = sql<boolean>`not (coalesce(account.raw_app_meta_data ->> 'role', '') in ('operator', 'support')
	and not exists (select from entitlements where user_id = account.id or email = account.email))`

export const ACCESS_FILTERS = ['open', 'ending', 'waiting', 'ended', 'none'] as const

export type LearnerFilters = {
	access: (typeof ACCESS_FILTERS)[number] | null
	/** Course of access and certificate; null for any. */
	courseId: string | null
	/** Courses that count as access, any of them; null for access to anything. */
	opensIn: readonly string[] | null
	/** Code of a product that gives the access; null for any. */
	product: string | null
	progress: ProgressFilter | null
	tag: string | null
	/** ID of a bulk action that added or changed the learner. */
	job: string | null
	/** Period in which the account was created. */
	since: Date | null
	until: Date | null
	/** Keys of the lessons whose end counts as progress. */
	lessons: readonly string[]
}

/**
 * Returns the SQL condition for access as the list shows it.
 * `open`: has access, even before the first sign-in.
 * `ending`: open, and all access has an end.
 * `waiting`: a guest's purchase before the first sign-in.
 * `ended`: refunded, revoked, or past its end, without an open dispute.
 */
function accessCondition({ access, opensIn, product }: LearnerFilters) {
	const opens = opensIn === null ? sql`true` : sql`course_ids && ${sql.val(opensIn)}::text[]`
	const isSold = product === null ? sql`true` : sql`product_code = ${product}`
	// Scalar subqueries, because PostgreSQL would hash the whole table for EXISTS.
	const own = (is: RawBuilder<unknown>) =>
		sql`(select true from entitlements where ${is} and user_id = account.id and ${opens} and ${isSold} limit 1) is true`
	const byEmail = (
		is: RawBuilder<unknown>,
	) => sql`(select true from entitlements where ${is} and email = account.email and ${opens} and ${isSold}
		and (account.email_confirmed_at is not null or user_id is null) limit 1) is true`
	const has = (is: RawBuilder<unknown>) => sql`(${own(is)} or (account.email_confirmed_at is not null and ${byEmail(is)}))`
	const hasNone = sql`not ${own(isOpen)} and not ${byEmail(isOpen)}`
	if (access === 'none') return sql<boolean>`${hasNone}`
	if (access === 'ended') return sql<boolean>`${hasNone} and ${has(sql`true`)} and not ${has(sql`state = 'suspended'`)}`
	if (access === 'waiting') return sql<boolean>`account.email_confirmed_at is null and not ${own(isOpen)} and ${byEmail(isOpen)}`
	if (access === 'ending') return sql<boolean>`${has(isOpen)} and not ${has(sql`${isOpen} and ends_at is null`)}`
	return sql<boolean>`(${own(isOpen)} or ${byEmail(isOpen)})`
}

const NO_FILTERS: LearnerFilters = {
	access: null,
	courseId: null,
	opensIn: null,
	product: null,
	progress: null,
	tag: null,
	job: null,
	since: null,
	until: null,
	lessons: [],
}

const joinDateCondition = ({ since, until }: LearnerFilters) =>
	sql<boolean>`${since === null ? sql`true` : sql`account.created_at >= ${since}`} and ${until === null ? sql`true` : sql`account.created_at < ${until}`}`

const tagCondition = ({ tag }: LearnerFilters) => (tag === null ? sql`true` : hasTag(sql`account.id`, tag))

const jobCondition = ({ job }: LearnerFilters) =>
	job === null
		? sql`true`
		: // Start from the rows of the job, because there are fewer of them than accounts.
			sql`account.id in (
				select object_id::uuid from bulk_rows where job_id = ${job}::uuid and outcome = 'done' and object_kind = 'account'
				union all
				select named.id from bulk_rows join auth.users named on named.email = object_id
				where job_id = ${job}::uuid and outcome = 'done' and object_kind = 'address')`

function filterCondition(filters: LearnerFilters) {
	const { access, opensIn, product, progress, courseId } = filters
	const isAny = access === null && opensIn === null && product === null
	return sql<boolean>`${isAny ? sql`true` : accessCondition(filters)} and ${progress === null ? sql`true` : hasProgress(progress, courseId)}
		and ${joinDateCondition(filters)} and ${tagCondition(filters)} and ${jobCondition(filters)}`
}

/** Finds learners by the search text, then applies the filters to these first results. */
async function searchLearners(db: Db, typed: string, filters: LearnerFilters) {
	const found = await findLearners(db, typed, filters.lessons)
	const { rows } = await sql<{ id: string }>`
		select id from auth.users as account where id = any(${found.map(({ id }) => id)}::uuid[]) and ${filterCondition(filters)}`.execute(db)
	const matching = new Set(rows.map(({ id }) => id))
	return { rows: found.filter(({ id }) => matching.has(id)), isCut: found.length >= MAX_FOUND }
}

const LEARNER_KEYS = {
	created: (row: ListedLearner) => row.created_at,
	email: (row: ListedLearner) => row.email ?? '',
	seen: (row: ListedLearner) => row.last_sign_in_at ?? 0,
	active: (row: ListedLearner) => row.last_active_at ?? 0,
	progress: (row: ListedLearner) => row.finished,
}

/** Like `searchLearners`, sorted by `?sort=`. */
export async function findSortedLearners(db: Db, params: URLSearchParams, { typed, ...filters }: LearnerFilters & { typed: string }) {
	const { rows, isCut } = await searchLearners(db, typed, filters)
	return sortSearchResults(rows, params, { keys: LEARNER_KEYS, usual: '-created', isCut })
}

/** Lists all matching learners, for exports and bulk actions; without filters also for pages. */
export const listLearners = (db: Db, listRequest: ListRequest, filters: LearnerFilters = NO_FILTERS) =>
	applySort(selectLearners(db, filters.lessons).where(isLearner).where(filterCondition(filters)), listRequest, sql`account.id`)

/**
 * @returns the matching learners among the next accounts, at most a page; `next`: null after the last account; `total`: null with filters
 */
export async function readPageOfLearners(
	db: Db,
	{ limit = PAGE_SIZE + 1, ...listRequest }: ListRequest,
	filters: LearnerFilters,
): Promise<{ rows: ListedLearner[]; next: string | null; total: number | null }> {
	const size = limit - 1
	const { access, opensIn, product, progress, tag, job, since, until, lessons } = filters
	if ([access, opensIn, product, progress, tag, job, since, until].every((each) => each === null))
		return readSortedPage(db, (part) => listLearners(db, part, filters), { ...listRequest, limit })
	const { place, isAfter, order, reverse } = writeSort(listRequest, sql`account.id`)
	// This sort order has an index by day; other sort orders filter by day.
	const inRange = listRequest.sort.name.endsWith('created') ? joinDateCondition(filters) : sql`true`
	const { rows: found } = await sql<{ id: string; place: string; examined: number | null }>`
		with examined as materialized (
			select account.id, email, email_confirmed_at, created_at, last_sign_in_at, raw_app_meta_data, is_sso_user,
				last_active_at, finished_lessons, ${place} as place
			from auth.users as account where deleted_at is null and ${isAfter} and ${inRange} and ${tagCondition(filters)} and ${jobCondition(filters)}
				order by ${order} limit ${MAX_EXAMINED + 1}),
		account as materialized (select * from examined as account order by ${order} limit ${MAX_EXAMINED}),
		hits as (select * from account where ${isLearner} and ${filterCondition(filters)} order by ${order} limit ${limit})
		select id, place, examined from (
			select hits.*, null as examined from hits
			union all
			(select account.*, (select count(*) from examined)::int from account order by ${reverse} limit 1)) as account
		order by examined is null desc, ${order}`.execute(db)
	const end = found.find(({ examined }) => examined !== null)
	const hits = found.filter(({ examined }) => examined === null)
	const { rows, next } = toSortedPage(hits, { size, rest: (end?.examined ?? 0) > MAX_EXAMINED && end ? toCursor(end) : null })
	const learners = new Map(
		(
			await readLearnersById(
				db,
				rows.map(({ id }) => id),
				lessons,
			)
		).map((row) => [row.id, row]),
	)
	return { rows: rows.flatMap(({ id }) => learners.get(id) ?? []), next, total: null }
}
