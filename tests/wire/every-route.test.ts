// asvs V13.4.5
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { type MountedRoute, readRoutes } from '#scripts/check-docs/read-routes.ts'
import type { RouteLine } from '#scripts/reference/route-lines.ts'
import { writeWire } from '#scripts/reference/write-wire.ts'
import type { HttpContext } from '#server/http/environment.ts'
import type { Limiter } from '#server/http/limits.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { countRequests } from '#server/services/platform/network/count-requests.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'
import { addPicture } from '#tests/factories/media.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { type Actor, actorOf, inOrder, startRoutes } from './route-caller.ts'
import { ROWS } from './wire-rows.ts'

type Routes = Awaited<ReturnType<typeof startRoutes>>

const mountedOf = ({ wire }: Routes) => new Map(readRoutes(wire.app).map((route) => [route.endpoint, route]))
const routeOf = (mounted: Map<string, MountedRoute>, { endpoint }: RouteLine) => {
	const route = mounted.get(endpoint)
	if (!route) throw new Error(`${endpoint} is not mounted`)
	return route
}

test('docs/reference/wire.md lists exactly the routes of the router, with limits, cache and body', async () => {
	const mounted = mountedOf(await startRoutes())
	expect(ROWS.map(({ endpoint }) => endpoint).toSorted()).toEqual([...mounted.keys()].toSorted())
	expect(readFileSync('docs/reference/wire.md', 'utf8')).toBe(writeWire(ROWS, [...mounted.values()]))
	expect(ROWS.map(actorOf)).toHaveLength(ROWS.length)
})

/** An upload's size limit depends on the file's kind and the configuration: tests/console/media-refusals.test.ts. */
const BOUNDED_BY_KIND = ['POST /admin/logo', 'POST /admin/media', 'POST /admin/media/:media/captions']

test('limits with the same name are one limiter, and every body is bounded', async () => {
	const mounted = [...mountedOf(await startRoutes()).values()]
	const limiters = new Map<string, Set<Limiter>>()
	for (const each of mounted.flatMap((route) => route.limiters))
		limiters.set(each.limit.name, (limiters.get(each.limit.name) ?? new Set()).add(each))
	// All responses of /rest/v1 share one limiter.
	expect([...limiters].filter(([, those]) => those.size > 1).map(([name]) => name)).toEqual([])
	const unbounded = mounted.filter(({ method, bodyBytes }) => method !== 'GET' && bodyBytes === null).map(({ endpoint }) => endpoint)
	expect(unbounded.toSorted()).toEqual(BOUNDED_BY_KIND)
})

test('only public metadata and redirects are without a rate limit', async () => {
	const mounted = mountedOf(await startRoutes())
	const open = ROWS.filter((row) => routeOf(mounted, row).limiters.length === 0 && /anyone|policy/.test(row.who)).map(
		({ endpoint }) => endpoint,
	)
	expect(open.filter((endpoint) => !/\/\.well-known\/|\/(?:health|livez|readyz)$|\/settings$|\/saml\/metadata$/.test(endpoint))).toEqual([
		'GET /offers/:code',
		'GET /cookies',
	])
})

/** Input that makes a call count for this limit if the endpoint has several. */
const COUNTED_BY: Record<string, string> = {
	password: '/auth/v1/token?grant_type=password',
	refresh: '/auth/v1/token?grant_type=refresh_token',
	pkce: '/auth/v1/token?grant_type=pkce',
	'id-token': '/auth/v1/token?grant_type=id_token',
	web3: '/auth/v1/token?grant_type=web3',
}

/**
 * Uses up all but one request of an address's limit, so that this server counts in the database, which has the other servers'
 * requests.
 */
async function useUp(deps: Deps, take: Limiter, clientAddress: string): Promise<void> {
	const { name, points, seconds } = take.limit
	const ctx = { ...systemContext(deps, 'test'), clientAddress }
	const here = Math.min(points - 1, Math.floor(points / 4) + 1)
	for (let count = 0; count < here; count += 1) await take({ var: { ctx } } as HttpContext)
	const elsewhere = { name, network: toNetwork(clientAddress), points: points - 1 - here, forMs: seconds * 1000, windowMs: seconds * 1000 }
	if (elsewhere.points > 0) await countRequests(ctx, elsewhere)
}

// The tests above compare each route's limits with docs/reference/wire.md; rate-limit.test.ts tests the limiter.
test.runIf(isLong)('every rate limit of every route holds, and the next request gets Retry-After', async () => {
	const routes = await startRoutes()
	const mounted = mountedOf(routes)
	const wrong: string[] = []
	let asked = 0
	for (const row of inOrder(ROWS))
		for (const take of routeOf(mounted, row).limiters) {
			asked += 1
			const address = `198.18.${asked >> 8}.${asked & 255}`
			await useUp(routes.wire.deps, take, address)
			const headers = { ...routes.rightful(row), 'x-forwarded-for': address }
			const path = COUNTED_BY[take.limit.name]
			const last = await routes.ask(row, { headers, ...(path && { path }) })
			const next = await routes.ask(row, { headers, ...(path && { path }) })
			const isTold = /^\d+$/.test(next.headers['retry-after'] ?? '')
			// The newsletter form redirects to a page that reports it.
			const isRefused = next.status === 429 || (next.status === 303 && next.headers.location === '/newsletter/later')
			if (last.status === 429 || last.headers['retry-after'] || !isTold || !isRefused)
				wrong.push(`${row.endpoint} ${take.limit.name}: ${last.status} ${last.body.slice(0, 80)}, then ${next.status}`)
		}
	expect(wrong).toEqual([])
	expect(asked).toBeGreaterThan(100)
})

test.runIf(isLong)(
	'every body limit of every route holds with and without Content-Length, and the longest allowed body is read',
	async () => {
		const routes = await startRoutes()
		const mounted = mountedOf(routes)
		const wrong: string[] = []
		for (const row of inOrder(ROWS)) {
			const { bodyBytes } = routeOf(mounted, row)
			if (bodyBytes === null) continue
			const headers = routes.rightful(row)
			const bodyOf = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
			const isRefused = ({ status, headers: told }: { status: number; headers: Record<string, string> }) =>
				status === 413 || (status === 303 && told.location === '/newsletter/later')
			for (const isChunked of [false, true]) {
				const tooLong = await routes.ask(row, { headers, body: bodyOf(bodyBytes + 1), isChunked })
				if (!isRefused(tooLong)) wrong.push(`${row.endpoint} takes more${isChunked ? ' in pieces' : ''}: ${tooLong.status}`)
			}
			const longest = await routes.ask(row, { headers, body: bodyOf(bodyBytes) })
			if (isRefused(longest) || longest.status >= 500) wrong.push(`${row.endpoint} refuses ${bodyBytes}: ${longest.status}`)
		}
		expect(wrong).toEqual([])
	},
)

test('every answer follows its route’s cache rule, errors are never cached, and shared caches store nothing personal', async () => {
	const routes = await startRoutes()
	const paid = await routes.ask(rowOf('POST /api/downloads'), {
		headers: routes.callers.owner,
		body: JSON.stringify({ document: 'roi-tracker', format: 'xlsx' }),
	})
	const { url } = JSON.parse(paid.body) as { url: string }
	const [script = ''] = globSync('*.js', { cwd: 'build-admin/client/admin/assets' })
	const paths: Record<string, string> = {
		'/media/:id/:name': await addPicture(routes.wire.deps),
		'/embed/:site/:id': '/embed/vimeo/123456789',
		'/downloads/:file': new URL(url, 'http://a').pathname + new URL(url, 'http://a').search,
		'/admin/assets/:file': `/admin/assets/${script}`,
	}
	const mounted = mountedOf(routes)
	const wrong: string[] = []
	for (const row of inOrder(ROWS)) {
		const { cache } = routeOf(mounted, row)
		const { nobody, forger, stranger } = routes.callers
		let good = 0
		const shared = new Set<string>()
		for (const headers of [nobody, forger, stranger, routes.rightful(row)]) {
			const path = paths[row.path]
			const { status, headers: told, body } = await routes.ask(row, { headers, ...(path && { path }) })
			good += status < 400 ? 1 : 0
			const rule = status < 400 ? cache : 'no-store'
			if (told['cache-control'] !== rule) wrong.push(`${row.endpoint} ${status}: ${told['cache-control']}, not ${rule}`)
			if (/private|no-store/.test(told['cache-control'] ?? '')) continue
			shared.add(body)
			if (told['set-cookie'] !== undefined || shared.size > 1) wrong.push(`${row.endpoint} would share what belongs to one visitor`)
		}
		if (cache !== 'no-store' && good === 0) wrong.push(`${row.endpoint} never gave a good answer`)
	}
	expect(wrong).toEqual([])
})

const rowOf = (endpoint: string): RouteLine => {
	const row = ROWS.find((each) => each.endpoint === endpoint)
	if (!row) throw new Error(`${endpoint} is no route`)
	return row
}

type Answer = Awaited<ReturnType<Routes['ask']>>
const REFUSED = [401, 403]
const isRefusal = ({ status }: Answer) => REFUSED.includes(status)
/** Redirected to a page that reports the failure. */
const isLedAway = ({ status, headers }: Answer) => [302, 303].includes(status) && /expired|error|refused/.test(headers.location ?? '')
const isNothing = (answer: Answer) => answer.status >= 400 || isLedAway(answer) || answer.body === '{"status":"unknown"}'

/** Calls that each actor's endpoints must refuse, with the expected refusal. */
const WRONG: Record<
	Actor,
	{ callers: (keyof Routes['callers'])[]; headers?: Record<string, string>; isRefused: (answer: Answer) => boolean }
> = {
	anyone: { callers: [], isRefused: isRefusal },
	learner: { callers: ['nobody', 'forger', 'operator'], isRefused: isRefusal },
	operator: { callers: ['nobody', 'forger', 'owner', 'stranger'], isRefused: isRefusal },
	application: { callers: ['nobody', 'forger', 'owner', 'operator'], isRefused: (answer) => [400, 401, 403].includes(answer.status) },
	holder: { callers: ['nobody', 'stranger', 'forger', 'operator'], isRefused: isNothing },
	sender: { callers: ['nobody', 'owner', 'operator'], isRefused: (answer) => [400, 403].includes(answer.status) },
	// These are called from another machine.
	machine: {
		callers: ['nobody', 'owner', 'operator'],
		headers: { 'x-forwarded-for': '198.18.9.9' },
		isRefused: ({ status }) => status === 403,
	},
	// tests/console covers roles; this checks that no one gets in without the console's cookie.
	console: {
		callers: ['nobody', 'forger', 'owner', 'stranger', 'operator'],
		isRefused: ({ status, headers }) => status === 403 || (status === 303 && headers.location?.startsWith('/admin/sign-in') === true),
	},
	rows: {
		callers: ['nobody', 'forger', 'stranger'],
		isRefused: (answer) => isNothing(answer) || answer.body === '[]' || answer.body === '',
	},
}

/** URLs with secret tokens, without the token. */
const WITHOUT: Record<string, string> = {
	'GET /api/orders/by-session/:sessionId': '/api/orders/by-session/cs_test_nobodys',
	'GET /downloads/:file': '/downloads/roi-tracker.xlsx',
	'GET /calendar/:file': `/calendar/${'A'.repeat(43)}.ics`,
}

test('every route refuses exactly the callers who have no permission', async () => {
	const routes = await startRoutes()
	const wrong: string[] = []
	for (const row of inOrder(ROWS)) {
		const { callers, headers = {}, isRefused } = WRONG[actorOf(row)]
		for (const caller of callers) {
			const path = WITHOUT[row.endpoint]
			const answer = await routes.ask(row, { headers: { ...headers, ...routes.callers[caller] }, ...(path && { path }) })
			if (!isRefused(answer)) wrong.push(`${row.endpoint} (${row.who}) answers ${caller}: ${answer.status} ${answer.body.slice(0, 80)}`)
		}
		const rightful = await routes.ask(row, { headers: routes.rightful(row) })
		const mayAsk = ['anyone', 'learner', 'operator', 'machine'].includes(actorOf(row))
		if (mayAsk && rightful.status === 401) wrong.push(`${row.endpoint} (${row.who}) refuses its own: ${rightful.body.slice(0, 80)}`)
	}
	expect(wrong).toEqual([])
})
