import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

import { type Db, isUuid } from '#server/db/database.ts'
import { listBulkActions } from '#server/services/operations/bulk/bulk-actions.ts'

import type { ConsoleRequest } from './console-request.ts'
import { UUID_PATTERN } from './look-up.ts'

/** Default rows per page of a list. */
export const PAGE_SIZE = 50
export const PAGE_SIZES: readonly number[] = [25, PAGE_SIZE, 100]

type PageOptions = {
	size?: number
	/** Cursor of the rows that the query didn't examine; null if it examined all. */
	rest?: string | null
}

/**
 * Splits off the extra row that the query reads, so that a full last page doesn't link to an empty one.
 * @param found at most one row more than the size
 * @param toCursor cursor of the page after a row
 */
export function toPage<T>(
	found: readonly T[],
	toCursor: (last: T) => string,
	{ size = PAGE_SIZE, rest = null }: PageOptions = {},
): { rows: T[]; next: string | null } {
	const rows = found.slice(0, size)
	const last = found.length > size ? rows.at(-1) : undefined
	return { rows, next: last === undefined ? rest : toCursor(last) }
}

type Kind = 'time' | 'count' | 'text'

/** A column that an index can sort by. Its expression is never null, so every row has a cursor. */
export type SortColumn = { by: RawBuilder<unknown>; kind: Kind }
export type SortColumns = Readonly<Record<string, SortColumn>>

export type Sort = SortColumn & {
	/** Column as in the URL: `total`, or `-total` for descending. */
	name: string
	isDescending: boolean
}

/** Cursor: the page starts after the row with this value and ID. */
type Place = { value: string; id: string }

export type ListRequest = {
	sort: Sort
	after: Place | null
	/** Maximum rows; by default one more than a page. */
	limit?: number
	/** Equality filters on text columns. These must be the leading columns of the index used for sorting. */
	within?: readonly { column: RawBuilder<unknown>; value: string }[]
}

/** Matches cursor values that PostgreSQL can cast to the column's type. Times are in microseconds since 1970. */
const READABLE: Readonly<Record<Kind, RegExp>> = { time: /^-?\d{1,16}$/, count: /^-?\d{1,10}$/, text: /^[^\0]{0,320}$/su }

function readCursor(cursor: string | null, kind: Kind): Place | null {
	const at = cursor?.lastIndexOf('~') ?? -1
	if (!cursor || at < 0) return null
	const [value, id] = [cursor.slice(0, at), cursor.slice(at + 1)]
	return READABLE[kind].test(value) && value.isWellFormed() && UUID_PATTERN.test(id) ? { value, id } : null
}

/**
 * Reads `?sort=` and `?before=` of a list. An unknown sort falls back to `defaultSort`, an invalid cursor to the first page.
 * @param defaultSort sort order without `?sort=`
 */
export function readListRequest(params: URLSearchParams, columns: SortColumns, defaultSort: string): { sort: Sort; after: Place | null } {
	const named = params.get('sort') ?? defaultSort
	const name = Object.hasOwn(columns, named.replace(/^-/, '')) ? named : defaultSort
	const column = columns[name.replace(/^-/, '')]
	if (!column) throw new Error(`no column to sort by is called ${name}`)
	return { sort: { ...column, name, isDescending: name.startsWith('-') }, after: readCursor(params.get('before'), column.kind) }
}

/** Returns SQL for a row's cursor value. Times are exact to the microsecond, unlike a JavaScript Date. */
const placeOf = ({ by, kind }: Sort) =>
	kind === 'time' ? sql<string>`(extract(epoch from ${by}) * 1000000)::bigint::text` : sql<string>`(${by})::text`

function toValue({ kind }: Sort, value: string): RawBuilder<unknown> {
	if (kind === 'time') return sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`
	return kind === 'count' ? sql`${value}::bigint` : sql`${value}::text`
}

/** Search results to sort. `isCut`: the search reached its maximum and may have left some rows out. */
type Found<T> = {
	keys: Readonly<Record<string, (row: T) => Date | number | string>>
	/** Sort order without `?sort=`, as without a search. */ usual: string
	isCut: boolean
}

/**
 * Sorts the rows of a search like the list. If the search left some out, they stay in its order, best match first.
 * @returns `sort`: null for the order of the search
 */
export function sortSearchResults<T>(
	found: readonly T[],
	params: URLSearchParams,
	{ keys, usual, isCut }: Found<T>,
): { rows: T[]; sort: string | null } {
	if (isCut) return { rows: [...found], sort: null }
	const named = params.get('sort') ?? usual
	const name = Object.hasOwn(keys, named.replace(/^-/, '')) ? named : usual
	const key = keys[name.replace(/^-/, '')]
	if (!key) throw new Error(`no column to sort by is called ${name}`)
	const direction = name.startsWith('-') ? -1 : 1
	const compare = (one: T, other: T) => (key(one) < key(other) ? -direction : key(one) > key(other) ? direction : 0)
	return { rows: found.toSorted(compare), sort: name }
}

const listed = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql`, `)

/**
 * Returns condition, order and cursor as SQL, for handwritten queries. `within` becomes bounds of the range that the index reads,
 * and the order begins with its columns: with an equality, PostgreSQL's generic plan may use an index without the column.
 * @param id tiebreaker column
 */
export function writeSort({ sort, after, within = [] }: ListRequest, id: RawBuilder<unknown>) {
	const [way, against, isBeyond] = sort.isDescending ? [sql`desc`, sql`asc`, sql`<`] : [sql`asc`, sql`desc`, sql`>`]
	const outer = within.map(({ column }) => column)
	const outerValues = within.map(({ value }) => sql`${value}::text`)
	const columns = [...outer, sort.by, id]
	const orderIn = (direction: RawBuilder<unknown>) => listed(columns.map((column) => sql`${column} ${direction}`))
	const bound = (is: RawBuilder<unknown>) => (within.length === 0 ? sql`true` : sql`(${listed(outer)}) ${is} (${listed(outerValues)})`)
	const [first, last] = sort.isDescending ? [sql`<=`, sql`>=`] : [sql`>=`, sql`<=`]
	const isBeyondPlace = (place: Place) =>
		sql`(${listed(columns)}) ${isBeyond} (${listed([...outerValues, toValue(sort, place.value), sql`${place.id}::uuid`])})`
	return {
		place: placeOf(sort),
		// A second bound at the start would make PostgreSQL read from there to the cursor.
		isAfter: sql<SqlBool>`${after === null ? bound(first) : isBeyondPlace(after)} and ${bound(last)}`,
		order: orderIn(way),
		reverse: orderIn(against),
	}
}

/** @param id tiebreaker column */
export function applySort<DB, TB extends keyof DB, O>(
	query: SelectQueryBuilder<DB, TB, O>,
	listRequest: ListRequest,
	id: RawBuilder<unknown>,
) {
	const { place, isAfter, order } = writeSort(listRequest, id)
	return query
		.select(place.as('place'))
		.where(isAfter)
		.orderBy(order)
		.limit(listRequest.limit ?? PAGE_SIZE + 1)
}

export const toCursor = ({ place, id }: { place: string; id: string }): string => `${place}~${id}`

/** Creates a page of a sorted list, without the rows' cursor values. */
export function toSortedPage<T extends { place: string; id: string }>(found: readonly T[], options: Parameters<typeof toPage>[2] = {}) {
	const { rows, next } = toPage(found, toCursor, options)
	return { rows: rows.map(({ place: _place, ...row }) => row), next }
}

/** Maximum rows to count for a total. For a longer list, the total only says that there are more. */
const MAX_COUNTED = 1000
/** Maximum rows that a count reads. */
export const COUNT_LIMIT = MAX_COUNTED + 1

/** Counts the rows of a query that is limited to `COUNT_LIMIT`. */
export async function countListed<T>(db: Db, listed: Expression<T>): Promise<number> {
	const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${listed} as listed`.execute(db)
	return rows[0]?.total ?? 0
}

type SortedQuery<T> = Expression<T> & { execute: () => Promise<T[]> }

/**
 * Reads a page of a sorted list.
 * @returns `total`: rows on all pages, at most one more than `MAX_COUNTED`; null after the first page if this is the last one
 */
export async function readSortedPage<T extends { place: string; id: string }>(
	db: Db,
	list: (listRequest: ListRequest) => SortedQuery<T>,
	{ limit = PAGE_SIZE + 1, ...listRequest }: ListRequest,
) {
	const page = toSortedPage(await list({ ...listRequest, limit }).execute(), { size: limit - 1 })
	if (page.next === null) return { ...page, total: listRequest.after === null ? page.rows.length : null }
	return { ...page, total: await countListed(db, list({ ...listRequest, after: null, limit: COUNT_LIMIT })) }
}

export type SavedView = { id: string; name: string; query: string; isShared: boolean; isOwn: boolean }

export type ListView = {
	/** Last segment of the list's path: `orders`. */
	list: string
	hidden: readonly string[]
	/** Names of the columns in the chosen order; empty for the usual order. */
	order: readonly string[]
	pageRows: number
	saved: readonly SavedView[]
	/** ID of the current saved view (`?view=`). */
	current: string | null
	bulk: readonly (readonly [action: string, words: string])[]
}

/** Columns that a list hides until a person chooses, so that the others have space. */
const HIDDEN_AT_FIRST: Readonly<Record<string, readonly string[]>> = {
	learners: ['last-signed-in'],
	subscribers: ['requested', 'confirmed'],
}

/** Reads a person's view of a list. Ignores a view in the URL that the person may not see. */
export async function readListView(
	{ ctx, by, url }: Pick<ConsoleRequest, 'ctx' | 'by'> & { url: Pick<URL, 'searchParams'> },
	list: string,
): Promise<ListView> {
	const choice = await ctx.db
		.selectFrom('list_preferences')
		.select(['hidden', 'column_order', 'page_rows'])
		.where('user_id', '=', by.userId)
		.where('list', '=', list)
		.executeTakeFirst()
	const saved = await ctx.db
		.selectFrom('saved_views')
		.select(['id', 'name', 'query', 'hidden', 'column_order', 'is_shared', 'user_id'])
		.where('list', '=', list)
		.where((eb) => eb.or([eb('user_id', '=', by.userId), eb('is_shared', '=', true)]))
		.orderBy('name')
		.limit(50)
		.execute()
	const view = url.searchParams.get('view') ?? ''
	const current = isUuid(view) ? saved.find(({ id }) => id === view.toLowerCase()) : undefined
	return {
		list,
		hidden: current?.hidden ?? choice?.hidden ?? HIDDEN_AT_FIRST[list] ?? [],
		order: (current ?? choice)?.column_order ?? [],
		pageRows: choice?.page_rows ?? PAGE_SIZE,
		saved: saved.map(({ id, name, query, is_shared: isShared, user_id: owner }) => ({
			id,
			name,
			query,
			isShared,
			isOwn: owner === by.userId,
		})),
		current: current?.id ?? null,
		bulk: listBulkActions(ctx.content, list, by.role),
	}
}
