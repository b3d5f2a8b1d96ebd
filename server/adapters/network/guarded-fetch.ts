import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'

import type { GuardedFetch } from './port.ts'

const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 3000

/** Networks that aren't public: RFC 6890 and later registrations, and IPv4 addresses embedded in IPv6. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.88.99.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['224.0.0.0', 3],
] as const)
	PRIVATE.addSubnet(network, bits, 'ipv4')

/** Public IPv6 addresses: global unicast, except the ranges that embed other addresses. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
const WRAPPED_V6 = new BlockList()
for (const [network, bits] of [
	['2001::', 23],
	['2001:db8::', 32],
	['2002::', 16],
	['3fff::', 20],
] as const)
	WRAPPED_V6.addSubnet(network, bits, 'ipv6')

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')

function isPublic(address: string): boolean {
	if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4')
	return PUBLIC_V6.check(address, 'ipv6') && !WRAPPED_V6.check(address, 'ipv6')
}

/** Resolver like `dns.lookup`. For a host without addresses, it must report an error instead of an empty list. */
type Resolve = (host: string, done: (error: Error | null, addresses?: LookupAddress[]) => void) => void
export type GuardedFetchOptions = {
	/** True allows plain http and loopback addresses, for development and tests. */
	allowLoopback: boolean
	resolve?: Resolve
}

const systemResolve: Resolve = (host, done) =>
	systemLookup(host, { all: true }, (error, addresses) => {
		done(error, addresses)
	})

/**
 * Returns a DNS lookup that returns only allowed addresses. The connection uses its result, because a second lookup could return another
 * address than the one that was checked.
 */
function guardedLookup({ allowLoopback, resolve = systemResolve }: GuardedFetchOptions): NonNullable<http.RequestOptions['lookup']> {
	return (host, options, done) => {
		resolve(host, (error, addresses = []) => {
			if (error) return done(error, [])
			const isAllowed = ({ address }: LookupAddress) => isPublic(address) || (allowLoopback && isLoopback(address))
			const [first] = addresses
			if (!first || !addresses.every(isAllowed)) return done(new Error(`${host} has an address that is not public`), [])
			return options.all ? done(null, addresses) : done(null, first.address, first.family)
		})
	}
}

/**
 * Resolves a host to a public address.
 * @throws Error if the host has no address or one that isn't public
 */
export const findPublicAddress = (host: string): Promise<string> =>
	new Promise((resolve, reject) => {
		guardedLookup({ allowLoopback: false })(host, { all: false }, (error, address) => {
			if (typeof address === 'string') resolve(address)
			else reject(error ?? new Error(`${host} does not resolve to an address`))
		})
	})

function requirePublicUrl(url: URL, { allowLoopback }: GuardedFetchOptions): void {
	const host = url.hostname.replace(/^\[|\]$/g, '')
	if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) throw new Error(`${url.origin} is not https`)
	if (isIP(host) && !isPublic(host) && !(allowLoopback && isLoopback(host))) throw new Error(`${host} is not a public address`)
}

async function readAtMost(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of response as AsyncIterable<Buffer>) {
		size += chunk.length
		if (size > maxBytes) throw new Error(`the response has more than ${maxBytes} bytes`)
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}

function readBody(body: unknown): string | null {
	if (body === undefined || body === null) return null
	if (typeof body === 'string') return body
	if (body instanceof URLSearchParams) return body.toString()
	throw new Error('only text and forms are sent to providers')
}

/**
 * Creates a `fetch` for URLs that come from configuration or from users, which protects against SSRF: https to public addresses
 * only. Doesn't follow redirects; allows three seconds and one megabyte unless the caller sets other limits.
 * @throws Error for a forbidden address, a response that is too large, or none in time
 */
export const createGuardedFetch =
	(rule: GuardedFetchOptions): GuardedFetch =>
	async (address, init = {}) => {
		const url = new URL(address)
		requirePublicUrl(url, rule)
		const body = readBody(init.body)
		const headers = Object.fromEntries(new Headers(init.headers))
		if (body !== null) headers['content-length'] = String(Buffer.byteLength(body))
		const signals = [AbortSignal.timeout(init.timeoutMs ?? TIMEOUT_MS), ...(init.signal ? [init.signal] : [])]
		const options = { method: init.method ?? 'GET', headers, lookup: guardedLookup(rule), signal: AbortSignal.any(signals) }
		const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
			const request = (url.protocol === 'https:' ? https : http).request(url, options, resolve)
			request.on('error', reject)
			request.end(body ?? undefined)
		})
		const responseHeaders = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
			values.map((value): [string, string] => [name, value]),
		)
		const status = response.statusCode ?? 502
		const bytes = await readAtMost(response, init.maxBytes ?? MAX_BYTES)
		const hasBody = ![101, 204, 205, 304].includes(status)
		return new Response(hasBody ? new Uint8Array(bytes) : null, { status, headers: responseHeaders })
	}
