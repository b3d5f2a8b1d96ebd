import type { IncomingHttpHeaders } from 'node:http'

import { isLoopbackHost } from '#domain/network/loopback.ts'

import type { HttpContext } from './environment.ts'

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string }; headers?: IncomingHttpHeaders } }

const nodeRequestOf = (c: HttpContext) => (c.env as NodeBindings | undefined)?.incoming

/** Peer of the connection. Without a socket (tests call `app.request`) it is 127.0.0.1. */
export const readSocketAddress = (c: HttpContext): string => nodeRequestOf(c)?.socket?.remoteAddress ?? '127.0.0.1'

/** All headers, by names in lower case, as Node read them: listing a `Headers` copies and checks each one. */
export const headersOf = (c: HttpContext): IncomingHttpHeaders => nodeRequestOf(c)?.headers ?? Object.fromEntries(c.req.raw.headers)

/** Headers in which a proxy or a tunnel names the original caller. */
const FORWARDING =
	/^(?:forwarded|via|client-ip|true-client-ip|(?:x-forwarded|x-real|x-client|x-cluster|x-original|x-envoy|cf|fly|fastly)-.+)$/

/**
 * True if a request was made on this machine and came straight to us. The Host counts as well: a page from elsewhere can point its own name
 * at this machine, and its visitor's browser would then read us on its behalf.
 */
export function isFromOwnMachine(c: HttpContext): boolean {
	if (!isLoopbackHost(readSocketAddress(c)) || !isLoopbackHost(new URL(c.req.url).hostname)) return false
	return !Object.keys(headersOf(c)).some((name) => FORWARDING.test(name))
}
