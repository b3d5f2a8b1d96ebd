export type ErrorKind =
	| 'invalid'
	| 'unauthenticated'
	| 'forbidden'
	| 'not-found'
	| 'conflict'
	| 'too-large'
	| 'unprocessable'
	| 'rate-limited'
	| 'upstream'
	/** The client should retry soon: a queue of ours is full, or the database is unavailable. */
	| 'overloaded'
	| 'timeout'

/** HTTP status by kind of error. All APIs share the status; only the format of their bodies differs. */
export const HTTP_STATUS = {
	invalid: 400,
	unauthenticated: 401,
	forbidden: 403,
	'not-found': 404,
	conflict: 409,
	'too-large': 413,
	unprocessable: 422,
	'rate-limited': 429,
	upstream: 502,
	overloaded: 503,
	timeout: 504,
} as const satisfies Record<ErrorKind, number>

export type ErrorDetails = {
	/** Messages by field name, shown at the field. */
	fields?: Record<string, string>
	/** Seconds to wait, sent as Retry-After header. */
	retryAfterSeconds?: number
	/** Reasons of `weak_password`: `length`, `characters`, `pwned`. */
	weakPasswordReasons?: readonly string[]
}

/** Error that services throw on purpose. Any other error is a bug: it becomes a 500, and its text is only logged. */
export class ServiceError extends Error {
	readonly kind: ErrorKind
	/** Stable code in snake_case, part of the API. */
	readonly code: string
	readonly details: ErrorDetails

	constructor(kind: ErrorKind, code: string, message: string, details: ErrorDetails = {}) {
		super(message)
		this.name = 'ServiceError'
		this.kind = kind
		this.code = code
		this.details = details
	}
}
