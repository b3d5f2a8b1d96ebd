export type RefusalText = { message: string; details?: string; hint?: string }

/**
 * Error with PostgREST's message: clients rely on its `code` and status, which are more specific than the kinds of a
 * ServiceError.
 */
export class RestRefusal extends Error {
	readonly status: 300 | 400 | 401 | 403 | 404 | 405 | 406 | 413 | 414 | 416 | 503
	/** PostgREST code (PGRST…) or SQLSTATE. */
	readonly code: string
	readonly details: string | null
	readonly hint: string | null

	constructor(status: RestRefusal['status'], code: string, text: string | RefusalText) {
		const { message, details, hint }: RefusalText = typeof text === 'string' ? { message: text } : text
		super(message)
		this.name = 'RestRefusal'
		this.status = status
		this.code = code
		this.details = details ?? null
		this.hint = hint ?? null
	}
}

/** Parsed request (grammar: docs/api.md). Its names aren't checked against the catalog until the SQL is printed. */

export const COMPARISON_OPERATORS = [
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
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number]

export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof IS_VALUES)[number]

export const TEXT_SEARCH_OPERATORS = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type TextSearchOperator = (typeof TEXT_SEARCH_OPERATORS)[number]

/** Step into a JSON value: `->key`, or `->>key` for the value as text. */
export type JsonStep = { key: string; isText: boolean }

export type ColumnPath = { column: string; path?: readonly JsonStep[] }

export type FilterCondition =
	| (ColumnPath & { kind: 'compare'; operator: ComparisonOperator; value: string; isNegated: boolean; quantifier: 'any' | 'all' | null })
	| (ColumnPath & { kind: 'in'; values: string[]; isNegated: boolean })
	| (ColumnPath & { kind: 'is'; value: IsValue; isNegated: boolean })
	/** `config`: language of the text search; null for the database's default. */
	| (ColumnPath & { kind: 'search'; operator: TextSearchOperator; config: string | null; value: string; isNegated: boolean })
	| { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; conditions: FilterCondition[] }

/** Selected column; `*` means all. `cast`: one of `CASTS`. */
export type SelectItem = ColumnPath & { alias: string | null; cast?: string }
export type OrderItem = ColumnPath & { isDescending: boolean; nulls: 'first' | 'last' | null }

export type QueryTree = {
	select: SelectItem[]
	/** Conditions, combined with AND. */
	where: FilterCondition[]
	order: OrderItem[]
	/** Maximum rows; null for the server's limit. */
	limit: number | null
	offset: number
	onConflict: string[] | null
	/** Keys of the body to use; null for all. */
	columns: string[] | null
}

/** Response format. `isStripped` omits keys whose value is null. */
export type ResponseFormat = { kind: 'json' | 'object' | 'csv'; isStripped: boolean }

export type WritePreferences = {
	wantsRows: boolean
	wantsCount: boolean
	/** True gives missing keys the column's default instead of null. */
	fillsDefaults: boolean
	onDuplicate: 'merge' | 'ignore' | null
	/** Maximum rows; a write that affects more is rolled back. Null for no limit. */
	maxAffected: number | null
	isDryRun: boolean
}

type Place = { schema: string; table: string }

export type ReadRequest = Place & { method: 'read'; query: QueryTree; format: ResponseFormat; wantsCount: boolean }
export type WriteRequest = Place & {
	method: 'insert' | 'update' | 'delete'
	query: QueryTree
	format: ResponseFormat
	preferences: WritePreferences
	/** Rows as sent by the caller; null for a delete. */
	body: RowsBody | null
}

/** Arguments of a call: one JSON object, or each value as text. */
export type CallArguments = { kind: 'json'; text: string; names: string[] } | { kind: 'text'; values: ReadonlyMap<string, string> }

export type CallRequest = {
	method: 'call'
	schema: string
	name: string
	/** True for GET and HEAD: the function must not change anything. */
	isReadOnly: boolean
	arguments: CallArguments
	query: QueryTree
	format: ResponseFormat
	preferences: Pick<WritePreferences, 'wantsCount' | 'maxAffected' | 'isDryRun'>
}

export type RestRequest = ReadRequest | WriteRequest | CallRequest

/** Rows of a request. PostgreSQL gets the original text, so that numbers don't lose digits. */
export type RowsBody = { text: string; rows: number; keys: string[] }

export type RowsAnswer = {
	body: string
	/** Number of rows in the body, or affected by the write. */
	found: number
	/** Number of rows before limit and offset; null if not requested. */
	total: number | null
	inserted: number
	/** True if there is no body, as for a function that returns void. */
	isVoid: boolean
}
