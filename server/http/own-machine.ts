import type { IncomingHttpHeaders } from 'node:http'

import { isLoopbackHost } from '#domain/network/loopback.ts'

import type { HttpContext } from './environment.ts'

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string }; headers?: IncomingHttpHeaders } }

const nodeRequestOf = (c: HttpContext) => (c.env as NodeBindings | undefined)?.incoming

/** Returns the IP address of the connection; 127.0.0.1 without a socket (tests call `app.request`). */
export const readSocketAddress = (c: HttpContext): string => nodeRequestOf(c)?.socket?.remoteAddress ?? '127.0.0.1'

/** Returns all headers by lower-case name, as parsed by Node: iterating a `Headers` copies and validates each one. */
export const headersOf = (c: HttpContext): IncomingHttpHeaders => nodeRequestOf(c)?.headers ?? Object.fromEntries(c.req.raw.headers)

/** Headers with which proxies and tunnels forward the original client's address or host. */
const FORWARDING =
	/^(?:forwarded|via|client-ip|true-client-ip|(?:x-forwarded|x-real|x-client|x-cluster|x-original|x-envoy|cf|fly|fastly)-.+)$/

/**
 * True if the request was made on this machine, without a proxy. Also checks the Host header: another site can point its own name
 * at this machine (DNS rebinding).
 */
export function isFromOwnMachine(c: HttpContext): boolean {
	if (!isLoopbackHost(readSocketAddress(c)) || !isLoopbackHost(new URL(c.req.url).hostname)) return false
	return !Object.keys(headersOf(c)).some((name) => FORWARDING.test(name))
}
