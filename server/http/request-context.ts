import { createMiddleware } from 'hono/factory'
import { randomUUID } from 'node:crypto'

import type { Deps } from '#server/context.ts'

import { clientAddress } from './client-address.ts'
import type { HttpEnv } from './environment.ts'

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/**
 * Gives each request its id and its ServiceContext. Everybody starts anonymous; a surface that knows tokens replaces
 * the actor. Without a socket (tests call `app.request`) the address is 127.0.0.1.
 */
export const requestContext = (deps: Deps) =>
	createMiddleware<HttpEnv>(async (c, next) => {
		const requestId = randomUUID()
		const socket = (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'
		c.set('ctx', {
			...deps,
			actor: { type: 'anonymous' },
			clientAddress: clientAddress(c.req.header('x-forwarded-for'), socket, deps.config.trustedProxyHops),
			userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
			requestId,
		})
		c.header('X-Request-Id', requestId)
		await next()
	})
