import type { Hono } from 'hono'
import { findTargetHandler } from 'hono/utils/handler'

import type { HttpEnv } from '#server/http/environment.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import { getRouteFacts } from '#server/http/route-facts.ts'

export type MountedRoute = {
	/** `METHOD /path`, as in docs/reference/wire.md. */
	endpoint: string
	method: string
	path: string
	limiters: Limiter[]
	/** Most bytes of a body; null where none is bounded. */
	bodyBytes: number | null
	/** The Cache-Control header of a good answer. */
	cache: string
}

/** Default of the rest of the app: `noStoreByDefault`. */
const DEFAULT_CACHE = 'no-store'

function readRoute(app: Hono<HttpEnv>, method: string, path: string): MountedRoute {
	const [matched] = app.router.match(method, path.replaceAll(/:\w+|\*$/g, 'x'))
	// Those of other routes that fit the same address are never reached.
	const reached = matched.filter(([[, route]]) => route.path === path || route.path.endsWith('*'))
	const handlers = reached.map(([[handler]]) => getRouteFacts(findTargetHandler(handler)))
	const bounds = handlers.flatMap(({ bodyBytes }) => bodyBytes ?? [])
	return {
		endpoint: `${method} ${path}`,
		method,
		path,
		limiters: handlers.flatMap(({ limiters }) => limiters ?? []),
		bodyBytes: method === 'GET' || bounds.length === 0 ? null : Math.min(...bounds),
		cache: handlers.flatMap(({ cache }) => cache ?? []).at(-1) ?? DEFAULT_CACHE,
	}
}

/** Every route of the app with what its middlewares promise of it, read from the router itself. */
export function readRoutes(app: Hono<HttpEnv>): MountedRoute[] {
	const endpoints = new Map(
		app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => [`${method} ${path}`, { method, path }]),
	)
	return [...endpoints.values()].map(({ method, path }) => readRoute(app, method, path))
}
