import type { Hono } from 'hono'
import { findTargetHandler } from 'hono/utils/handler'

import type { HttpEnv } from '#server/http/environment.ts'
import { getRouteMetadata, type Limiter } from '#server/http/limits.ts'

export type MountedRoute = {
	/** Method and path, as in docs/reference/wire.md. */
	endpoint: string
	method: string
	path: string
	limiters: Limiter[]
	bodyBytes: number | null
	/** Cache-Control header of a successful response. */
	cache: string
}

/** Default for all other routes, set by `noStoreByDefault`. */
const DEFAULT_CACHE = 'no-store'

function readRoute(app: Hono<HttpEnv>, method: string, path: string): MountedRoute {
	const [matched] = app.router.match(method, path.replaceAll(/:\w+|\*$/g, 'x'))
	// Middleware and the route's own handlers. Other routes that match the path, such as a catch-all, are never reached.
	const reached = matched.filter(([[, route]]) => route.path === path || route.method === 'ALL')
	const handlers = reached.map(([[handler]]) => getRouteMetadata(findTargetHandler(handler)))
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

/** Returns every route of the app with the properties declared by its middleware, read from the router itself. */
export function readRoutes(app: Hono<HttpEnv>): MountedRoute[] {
	const endpoints = new Map(
		app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => [`${method} ${path}`, { method, path }]),
	)
	return [...endpoints.values()].map(({ method, path }) => readRoute(app, method, path))
}
