/** Grammar: docs/api.md. Names aren't checked yet: printing looks them up. */

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

/** `->key`, or `->>key` for the value as text. */
export type JsonStep = { key: string; isText: boolean }

export type Field = { column: string; path?: readonly JsonStep[] }

export type Condition =
	| (Field & { kind: 'compare'; operator: Comparison; value: string; isNegated: boolean; quantifier: 'any' | 'all' | null })
	| (Field & { kind: 'in'; values: string[]; isNegated: boolean })
	| (Field & { kind: 'is'; value: IsValue; isNegated: boolean })
	/** `config`: language of the text search; null for the database's default. */
	| (Field & { kind: 'search'; operator: Search; config: string | null; value: string; isNegated: boolean })
	| { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; conditions: Condition[] }

/** `*` means all columns. `cast`: one of `CASTS`. */
export type SelectItem = Field & { alias: string | null; cast?: string }
export type OrderItem = Field & { isDescending: boolean; nulls: 'first' | 'last' | null }

export type QueryTree = {
	select: SelectItem[]
	/** Combined with AND. */
	where: Condition[]
	order: OrderItem[]
	/** Null for the server's limit. */
	limit: number | null
	offset: number
	onConflict: string[] | null
	/** Keys of the body to use; null for all. */
	columns: string[] | null
}

/** `isStripped` leaves out keys whose value is null. */
export type Format = { kind: 'json' | 'object' | 'csv'; isStripped: boolean }

export type WritePreferences = {
	wantsRows: boolean
	wantsCount: boolean
	/** Missing keys get the column's default instead of null. */
	fillsDefaults: boolean
	onDuplicate: 'merge' | 'ignore' | null
	/** A write that affects more rows is rolled back; null for no limit. */
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
	/** Objects as sent by the caller; null for a delete. */
	body: RowsBody | null
}

/** Arguments as one JSON object, or as the text of each value. */
export type CallArguments = { kind: 'json'; text: string; names: string[] } | { kind: 'text'; values: ReadonlyMap<string, string> }

export type CallRequest = {
	method: 'call'
	schema: string
	name: string
	/** GET or HEAD: the function must not change anything. */
	isReadOnly: boolean
	arguments: CallArguments
	query: QueryTree
	format: Format
	wishes: Pick<WritePreferences, 'wantsCount' | 'maxAffected' | 'isDryRun'>
}

export type RestRequest = ReadRequest | WriteRequest | CallRequest

/** PostgreSQL gets the original text, so that numbers don't lose digits. */
export type RowsBody = { text: string; rows: number; keys: string[] }

export type RowsAnswer = {
	/** Empty if no rows were requested. */
	body: string
	/** Rows in the body, or affected by the write. */
	found: number
	/** Without limit and offset; null if not requested. */
	total: number | null
	inserted: number
	/** No body, as for a function that returns void. */
	isVoid: boolean
}
