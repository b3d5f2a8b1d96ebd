import { createMiddleware } from 'hono/factory'
import { randomUUID } from 'node:crypto'

import type { Deps } from '#server/context.ts'

import { clientAddress } from './client-address.ts'
import type { HttpEnv } from './environment.ts'
import { isFromOwnMachine, socketAddressOf } from './own-machine.ts'

/**
 * Gives each request its id and its ServiceContext. Everybody starts anonymous; a surface that knows tokens replaces
 * the actor.
 */
export const requestContext = (deps: Deps) =>
	createMiddleware<HttpEnv>(async (c, next) => {
		const requestId = randomUUID()
		const socket = socketAddressOf(c)
		c.set('ctx', {
			...deps,
			actor: { type: 'anonymous' },
			clientAddress: clientAddress(c.req.header('x-forwarded-for'), socket, deps.config.trustedProxyHops),
			isLocalDevelopment: deps.config.environment !== 'production' && isFromOwnMachine(c),
			userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
			requestId,
		})
		c.header('X-Request-Id', requestId)
		await next()
	})
