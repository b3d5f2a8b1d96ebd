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
	/** Try again soon: one of our queues is full. */
	| 'overloaded'
	/** We took too long. */
	| 'timeout'

/** HTTP status of each kind; the surfaces share the number and differ in the body's shape. */
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
	/** Field name → message, shown under the field. */
	fields?: Record<string, string>
	/** Seconds until a retry makes sense; becomes the Retry-After header. */
	retryAfterSeconds?: number
	/** Reasons of `weak_password`: length, characters, pwned. */
	weakPasswordReasons?: readonly string[]
}

/** The only error a service throws on purpose. Everything else is a bug and becomes a 500 whose text never leaves the log. */
export class ServiceError extends Error {
	readonly kind: ErrorKind
	/** Stable snake_case word; part of the surface's contract. */
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
