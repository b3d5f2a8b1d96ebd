/** Parsed /rest/v1 request; docs/api.md lists the grammar. Names are still the caller's: printing looks them up. */

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

export const SEARCHES = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type Search = (typeof SEARCHES)[number]

/** One step into a JSON value: `->key`, or `->>key` for its text. */
export type JsonStep = { key: string; isText: boolean }

/** A column, or the value at a path within it. */
export type Field = { column: string; path?: readonly JsonStep[] }

export type Condition =
	| (Field & { kind: 'compare'; operator: Comparison; value: string; isNegated: boolean; quantifier: 'any' | 'all' | null })
	| (Field & { kind: 'in'; values: string[]; isNegated: boolean })
	| (Field & { kind: 'is'; value: IsValue; isNegated: boolean })
	/** `config`: the language of the text search; null for the database's own. */
	| (Field & { kind: 'search'; operator: Search; config: string | null; value: string; isNegated: boolean })
	| { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; conditions: Condition[] }

/** `*` means all columns. `cast`: a type of `CASTS`. */
export type SelectItem = Field & { alias: string | null; cast?: string }
export type OrderItem = Field & { isDescending: boolean; nulls: 'first' | 'last' | null }

export type QueryTree = {
	select: SelectItem[]
	/** All must hold. */
	where: Condition[]
	order: OrderItem[]
	/** Rows; null for as many as the server allows. */
	limit: number | null
	offset: number
	onConflict: string[] | null
	/** The keys of the body that count; null for all of them. */
	columns: string[] | null
}

/** Shape of the rows in the answer. `stripped` leaves out keys whose value is null. */
export type Format = { kind: 'json' | 'object' | 'csv'; isStripped: boolean }

export type WritePreferences = {
	wantsRows: boolean
	wantsCount: boolean
	/** Keys that an object lacks take the column's default instead of null. */
	fillsDefaults: boolean
	onDuplicate: 'merge' | 'ignore' | null
	/** If the write touches more rows, it is undone; null for no limit. */
	maxAffected: number | null
	isDryRun: boolean
}

type Place = { schema: string; table: string }

export type ReadRequest = Place & { method: 'read'; query: QueryTree; format: Format; wantsCount: boolean }
export type WriteRequest = Place & {
	method: 'insert' | 'update' | 'delete'
	query: QueryTree
	format: Format
	wishes: WritePreferences
	/** Objects as the caller sent them; none for delete. */
	body: RowsBody | null
}

/** Arguments as one JSON object, or each as the text of its value. */
export type CallArguments = { kind: 'json'; text: string; names: string[] } | { kind: 'text'; values: ReadonlyMap<string, string> }

export type CallRequest = {
	method: 'call'
	schema: string
	name: string
	/** Called by GET or HEAD: nothing may be changed. */
	isReadOnly: boolean
	arguments: CallArguments
	query: QueryTree
	format: Format
	wishes: Pick<WritePreferences, 'wantsCount' | 'maxAffected' | 'isDryRun'>
}

export type RestRequest = ReadRequest | WriteRequest | CallRequest

/** A JSON array of objects. PostgreSQL gets the text as it came, so that no number loses digits on the way. */
export type RowsBody = { text: string; rows: number; keys: string[] }

export type RowsAnswer = {
	/** The rows in the requested format; empty when none were requested. */
	body: string
	/** Rows in the body, or touched by the write. */
	found: number
	/** Rows without limit and offset; null when not asked for. */
	total: number | null
	/** Rows that an insert added. */
	inserted: number
	/** True if there is nothing to answer with: a function may return nothing. */
	isVoid: boolean
}
