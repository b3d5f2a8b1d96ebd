export type RefusalWords = { message: string; details?: string; hint?: string }

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

	constructor(status: RestRefusal['status'], code: string, words: string | RefusalWords) {
		const { message, details, hint }: RefusalWords = typeof words === 'string' ? { message: words } : words
		super(message)
		this.name = 'RestRefusal'
		this.status = status
		this.code = code
		this.details = details ?? null
		this.hint = hint ?? null
	}
}
