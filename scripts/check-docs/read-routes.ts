import type { Hono } from 'hono'
import { findTargetHandler } from 'hono/utils/handler'

import type { HttpEnv } from '#server/http/environment.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import { getRouteFacts } from '#server/http/route-facts.ts'

export type MountedRoute = {
	/** `METHOD /path`, as in docs/wire.md. */
	endpoint: string
	method: string
	path: string
	limiters: Limiter[]
	/** Most bytes of a body; null where none is bounded. */
	bodyBytes: number | null
	/** The Cache-Control header of a good answer. */
	cache: string
}

/** What the rest of the app says of its answers: `keptByNobody`. */
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

const UNITS: [number, string][] = [
	[3600, 'h'],
	[60, 'min'],
	[1, 's'],
]

function presentLimit({ limit: { name, points, seconds } }: Limiter): string {
	const [size, unit] = UNITS.find(([length]) => seconds % length === 0) ?? [1, 's']
	const count = seconds / size
	return `${name} ${points} / ${count === 1 ? '' : `${count} `}${unit}`
}

function presentBytes(bytes: number | null): string {
	if (bytes === null) return '–'
	return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MB` : `${bytes / 1024} kB`
}

/** The cells of the route's row in docs/wire.md that come from the app: limit, cache, body. */
export const presentFacts = ({ limiters, cache, bodyBytes }: MountedRoute): [limit: string, cache: string, body: string] => [
	limiters.map(presentLimit).join(', ') || '–',
	cache,
	presentBytes(bodyBytes),
]
