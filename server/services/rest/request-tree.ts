/** What a /rest/v1 request asks for, parsed (AUTH_WIRE §12). Names are still the caller's: printing looks them up. */

export const COMPARISONS = [
	'eq',
	'neq',
	'gt',
	'gte',
	'lt',
	'lte',
	'like',
	'ilike',
	'match',
	'imatch',
	'isdistinct',
	'cs',
	'cd',
	'ov',
	'sl',
	'sr',
	'nxr',
	'nxl',
	'adj',
] as const
export type Comparison = (typeof COMPARISONS)[number]

export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof IS_VALUES)[number]

export type Condition =
	| { kind: 'compare'; column: string; operator: Comparison; value: string; isNegated: boolean; quantifier: 'any' | 'all' | null }
	| { kind: 'in'; column: string; values: string[]; isNegated: boolean }
	| { kind: 'is'; column: string; value: IsValue; isNegated: boolean }
	| { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; conditions: Condition[] }

/** `*` stands for all columns. */
export type SelectItem = { column: string; alias: string | null }
export type OrderItem = { column: string; isDescending: boolean; nulls: 'first' | 'last' | null }

export type QueryTree = {
	select: SelectItem[]
	/** All must hold. */
	where: Condition[]
	order: OrderItem[]
	/** Rows; null for as many as the server allows. */
	limit: number | null
	offset: number
	onConflict: string[] | null
	/** The keys of the body that count; null for those it has. */
	columns: string[] | null
}

/** Shape of the rows in the answer. `stripped` leaves out keys whose value is null. */
export type Format = { kind: 'json' | 'object' | 'csv'; isStripped: boolean }

export type WriteWishes = {
	wantsRows: boolean
	wantsCount: boolean
	/** Keys that an object lacks take the column's default instead of null. */
	fillsDefaults: boolean
	onDuplicate: 'merge' | 'ignore' | null
	/** More rows than this undo the write. */
	maxAffected: number | null
	isDryRun: boolean
}

export type ReadRequest = { method: 'read'; table: string; query: QueryTree; format: Format; wantsCount: boolean }
export type WriteRequest = {
	method: 'insert' | 'update' | 'delete'
	table: string
	query: QueryTree
	format: Format
	wishes: WriteWishes
	/** Objects as the caller sent them; none for delete. */
	body: RowsBody | null
}
export type RestRequest = ReadRequest | WriteRequest

/** A JSON array of objects. The text goes to PostgreSQL as it came, so that no number loses digits on the way. */
export type RowsBody = { text: string; rows: number; keys: string[] }

export type RowsAnswer = {
	/** The rows in the wanted format; empty when none were wanted. */
	body: string
	/** Rows in the body, or touched by the write. */
	found: number
	/** Rows without limit and offset; null when not asked for. */
	total: number | null
	/** Rows that an insert added. */
	inserted: number
}
