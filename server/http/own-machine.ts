import { isLoopbackHost } from '#domain/network/loopback.ts'

import type { HttpContext } from './environment.ts'

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/** Peer of the connection. Without a socket (tests call `app.request`) it is 127.0.0.1. */
export const socketAddressOf = (c: HttpContext): string =>
	(c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'

/** Headers in which a proxy or a tunnel names the original caller. */
const FORWARDING =
	/^(?:forwarded|via|client-ip|true-client-ip|(?:x-forwarded|x-real|x-client|x-cluster|x-original|x-envoy|cf|fly|fastly)-.+)$/

/**
 * Whether a request was made on this machine and came straight to us. The Host counts as well: a page from elsewhere can
 * point its own name at this machine, and its visitor's browser would then read us on its behalf.
 */
export function isFromOwnMachine(c: HttpContext): boolean {
	if (!isLoopbackHost(socketAddressOf(c)) || !isLoopbackHost(new URL(c.req.url).hostname)) return false
	return ![...c.req.raw.headers.keys()].some((name) => FORWARDING.test(name))
}
