import type { ApiErrorBody } from '#contracts/api-error.ts'

import { accessToken, readUsableToken } from './backend.ts'
import { secondFactorPrompt } from './prompt.ts'
import { forgetSession } from './stored-session.ts'

export type ApiFailure =
	| { kind: 'unreachable' }
	| {
			kind: 'refused'
			status: number
			code: string
			message: string
			fields: Record<string, string>
			requestId: string | null
			retryAfterSeconds: number | null
	  }

export class ApiError extends Error {
	readonly failure: ApiFailure

	constructor(failure: ApiFailure, options?: ErrorOptions) {
		super(failure.kind === 'refused' ? failure.message : 'The server can’t be reached', options)
		this.name = 'ApiError'
		this.failure = failure
	}
}

/** Returns the server's refusal, or null for any other error. */
export const findRefusal = (error: unknown) => (error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : null)

const secondsFrom = (header: string | null): number | null => {
	const seconds = Number(header)
	return header !== null && Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null
}

/** Shown for errors that don't come from our server but, for example, from a proxy while the server is down. */
const SERVER_TROUBLE = 'The server had a problem, but nothing is lost. Please try again in a minute.'
const NOT_ACCEPTED = 'The server didn’t accept this. Please check what you entered and try again.'

async function refusal(response: Response): Promise<ApiError> {
	const body = (await response.json().catch(() => null)) as Partial<ApiErrorBody> | null
	const error = body?.error
	// The session was ended from another device, so it is removed here, too. The caller still gets the error.
	if (response.status === 403 && error?.code === 'session_not_found') forgetSession()
	return new ApiError({
		kind: 'refused',
		status: response.status,
		code: error?.code ?? 'unexpected_failure',
		message: error?.message ?? (response.status >= 500 ? SERVER_TROUBLE : NOT_ACCEPTED),
		fields: error?.fields ?? {},
		requestId: error?.requestId ?? response.headers.get('x-request-id'),
		retryAfterSeconds: secondsFrom(response.headers.get('retry-after')),
	})
}

type ApiRequest = {
	method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** Sent as JSON; a FormData is sent as it is, including files. */
	body?: unknown
	signal?: AbortSignal
	timeoutMs?: number
	/** Completes even if the page is closed, unless the body is too large for `keepalive`. */
	keepalive?: boolean
	/** Background request: never opens the second-factor dialog. */
	isQuiet?: boolean
	/** Solution of a CAPTCHA or proof of work, if the server required one. */
	captchaToken?: string
}

const DEFAULT_TIMEOUT_MS = 15_000

/** Browsers' limit for the bodies of all pending keepalive requests, in bytes. */
const KEEPALIVE_BYTES = 64 * 1024
let keptAliveBytes = 0

/** @returns a function that releases the reserved space; null if the body doesn't fit */
function reserveKeepalive(body: string): (() => void) | null {
	const bytes = new TextEncoder().encode(body).length
	if (keptAliveBytes + bytes > KEEPALIVE_BYTES) return null
	keptAliveBytes += bytes
	return () => {
		keptAliveBytes -= bytes
	}
}

async function send(path: string, request: ApiRequest): Promise<Response> {
	const { method = request.body === undefined ? 'GET' : 'POST', body, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = request
	const timeout = AbortSignal.timeout(timeoutMs)
	const sent = body instanceof FormData ? body : JSON.stringify(body)
	const release = request.keepalive && typeof sent === 'string' ? reserveKeepalive(sent) : null
	try {
		// While the page is being closed, there is no time to load the auth client.
		const token = (request.keepalive ? readUsableToken() : null) ?? (await accessToken())
		return await fetch(path, {
			method,
			headers: {
				accept: 'application/json',
				...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
				...(token === null ? {} : { authorization: `Bearer ${token}` }),
				...(request.captchaToken === undefined ? {} : { 'captcha-token': request.captchaToken }),
			},
			...(sent === undefined ? {} : { body: sent }),
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
			keepalive: release !== null,
		})
	} catch (error) {
		throw new ApiError({ kind: 'unreachable' }, { cause: error })
	} finally {
		release?.()
	}
}

/** True if the request was refused for lack of the second factor: the user closed its dialog, or the call was quiet. */
export const needsSecondFactor = (error: unknown): boolean => findRefusal(error)?.code === 'insufficient_aal'

/**
 * Sends a request. If the server requires the second factor, prompts for it and retries, except for quiet requests.
 * @returns a response with status 200-299
 * @throws ApiError
 */
async function ask(path: string, request: ApiRequest): Promise<Response> {
	const response = await send(path, request)
	if (response.ok) return response
	const refused = await refusal(response)
	if (request.isQuiet || !needsSecondFactor(refused) || !(await secondFactorPrompt.ask())) throw refused
	const again = await send(path, request)
	if (!again.ok) throw await refusal(again)
	return again
}

/**
 * Calls a JSON endpoint of this server, with the learner's token if signed in.
 * @param path same-origin path, e.g. `/api/progress`
 * @returns the parsed body; `null` for an empty response
 * @throws ApiError `unreachable` (offline, aborted, timed out, not JSON) or `refused` (any status outside 200-299)
 */
export async function callApi<T>(path: string, request: ApiRequest = {}): Promise<T> {
	const response = await ask(path, request)
	try {
		const text = await response.text()
		return (text === '' ? null : JSON.parse(text)) as T
	} catch (error) {
		throw new ApiError({ kind: 'unreachable' }, { cause: error })
	}
}

/**
 * Requests a file from an endpoint of this server.
 * @throws ApiError like `callApi`
 */
export async function callApiForFile(path: string, request: ApiRequest = {}): Promise<Blob> {
	const response = await ask(path, request)
	return response.blob().catch((error: unknown) => {
		throw new ApiError({ kind: 'unreachable' }, { cause: error })
	})
}
