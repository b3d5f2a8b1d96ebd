import type { Logger } from './logger.ts'

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
	/** The client should retry soon: one of our queues is full, or the database is unavailable. */
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

/** SQLSTATEs of a server that is stopping, starting, out of disk space or connections, or unable to read its disk. */
const STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53000', '53100', '53200', '53300', '58030'])
/** SQLSTATE of a write on a read-only connection, such as while a standby is being promoted. */
const READ_ONLY = '25006'
/** Error messages of a standby that is being promoted, or of a primary that was just demoted. */
const RECOVERING = /conflict with recovery|during recovery|recovery is in progress/
const RECOVERY_STATES = new Set(['40001', '55000'])
/** Error codes for certificates, such as after the database or pooler moved to another machine. */
const CERTIFICATE = /^ERR_TLS_|CERT|^UNABLE_TO_(?:GET|VERIFY)_/
const ENDED_SOCKET = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'])
const DRIVER_MESSAGES =
	/timeout exceeded when trying to connect|^timeout expired|^Query read timeout|Connection terminated|not queryable|stopped answering|SSL connection/
const NETWORK_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])

type Details = { code?: unknown; syscall?: unknown }

const refusedOnPurpose = new WeakSet<object>()

/** Marks a refused write as intended: we made the transaction read-only ourselves, so it isn't an outage. */
export function markIntendedReadOnly(error: unknown): void {
	if (typeof error === 'object' && error !== null && 'code' in error && error.code === READ_ONLY) refusedOnPurpose.add(error)
}

/** True for a temporary failure, as opposed to a wrong query. */
export function isOutage(error: unknown): error is Error {
	if (error instanceof AggregateError) return error.errors.some(isOutage)
	// Accept any object: the job queue copies errors to plain objects.
	if (typeof error !== 'object' || error === null || !('message' in error) || typeof error.message !== 'string') return false
	const { code, syscall } = error as Details
	if (code === READ_ONLY) return !refusedOnPurpose.has(error)
	if (typeof code === 'string') {
		if (STATES.has(code) || ENDED_SOCKET.has(code) || /^08\w{3}$/.test(code) || CERTIFICATE.test(code)) return true
		if (RECOVERY_STATES.has(code) && RECOVERING.test(error.message)) return true
	}
	return DRIVER_MESSAGES.test(error.message) || (typeof syscall === 'string' && NETWORK_CALLS.has(syscall))
}

/** Logs an outage once a minute, no matter how many requests, jobs and connections it affects. */
export function reportOutage(log: Logger, error: Error): void {
	log.throttled('error', 'database not reachable', { reason: error.message || String((error as Details).code) })
}

/** Logs an outage once a minute, and any other failure in full. */
export function logFailure(log: Logger, message: string, fields: { error: unknown; [name: string]: unknown }): void {
	if (isOutage(fields.error)) reportOutage(log, fields.error)
	else log.warn(message, fields)
}
