import { setTimeout as sleep } from 'node:timers/promises'

import type { Role } from './read-permissions.ts'

export type TestPerson = {
	role: Role | 'half signed-in operator' | 'former session' | 'banned account'
	userId: string
	email: string
	/** Access token; null for visitors and console users. */
	bearer: string | null
	cookies: Map<string, string>
	/** CSRF token of the console. */
	formToken: string
	/** Address sent to a server behind a proxy, so that each person is counted separately in rate limits. */
	address: string
}

export type VerifyRequest = {
	method?: string
	path: string
	headers?: Record<string, string>
	/** JSON, or a form if it is URLSearchParams. */
	body?: unknown
	/** True if shared caches may store the response. */
	isPublic?: boolean
	/** `outside`: a client that connects through a proxy from another machine; `machine`: a program on the server's machine. */
	from?: 'outside' | 'machine'
}

export type VerifyResponse = { who: TestPerson['role']; request: string; status: number; headers: Headers; location: string; text: string }
export type Finding = { request: string; as: string; expected: string; got: string }

type Watch = (answer: VerifyResponse, request: VerifyRequest) => void

const PER_REQUEST_MS = 60_000
const RETRY_MS = 2000
const MOST_RETRIES = 10

function readCookies(person: TestPerson, headers: Headers): void {
	for (const line of headers.getSetCookie()) {
		const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
		if (value === '') person.cookies.delete(name)
		else person.cookies.set(name, value)
	}
}

function bodyOf(body: unknown): { type: string; text: string | null } {
	if (body === undefined) return { type: '', text: null }
	if (body instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', text: body.toString() }
	return { type: 'application/json', text: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Sends requests to the server at `base` and passes every response to `watch`. */
export class VerifyClient {
	count = 0
	readonly base: string
	readonly #isForwarded: boolean
	readonly #watch: Watch
	readonly #signal: AbortSignal

	/** @param isForwarded true if the server trusts the address in a request (TRUSTED_PROXY_HOPS) */
	constructor(base: string, { isForwarded, watch, signal }: { isForwarded: boolean; watch: Watch; signal: AbortSignal }) {
		this.base = base.replace(/\/+$/, '')
		this.#isForwarded = isForwarded
		this.#watch = watch
		this.#signal = signal
	}

	/** @throws Error if the server doesn't respond, or the run was interrupted */
	async send(person: TestPerson, request: VerifyRequest): Promise<VerifyResponse> {
		this.#signal.throwIfAborted()
		const { method = 'GET', path, headers = {}, from } = request
		const isForwarded = from === 'outside' || (this.#isForwarded && from !== 'machine')
		const { type, text: body } = bodyOf(request.body)
		const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const sent: Record<string, string> = {
			...(type && { 'content-type': type }),
			...(person.bearer && { authorization: `Bearer ${person.bearer}` }),
			...(cookie && { cookie }),
			...(isForwarded && { 'x-forwarded-for': person.address }),
			...headers,
		}
		const fetchOnce = () => {
			this.count += 1
			const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(PER_REQUEST_MS)])
			return fetch(this.base + path, { method, headers: sent, body, redirect: 'manual', signal })
		}
		let response = await fetchOnce()
		// The server is overloaded or waiting for its database.
		for (let retries = 0; (response.status === 503 || response.status === 504) && retries < MOST_RETRIES; retries += 1) {
			await response.text()
			await sleep(RETRY_MS)
			response = await fetchOnce()
		}
		readCookies(person, response.headers)
		const text = await response.text()
		const answer = {
			who: person.role,
			request: `${method} ${path}`,
			status: response.status,
			headers: response.headers,
			location: response.headers.get('location') ?? '',
			text,
		}
		this.#watch(answer, request)
		return answer
	}

	/** Makes a request as the console user, with the form's token, and expects JSON. */
	submit(
		person: TestPerson,
		path: string,
		{ fields = {}, headers = {} }: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
	) {
		const body = new URLSearchParams({ form_token: person.formToken, ...fields })
		return this.send(person, { method: 'POST', path, body, headers: { accept: 'application/json', ...headers } })
	}
}
