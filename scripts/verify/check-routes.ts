import { type MountedRoute, readRoutes } from '#scripts/check-docs/read-routes.ts'
import { REFUSAL_MESSAGES } from '#server/console/shell/guard.ts'
import { createApp } from '#server/process/app.ts'

import { type Permission, readPermissions, type Role, ROLES } from './read-permissions.ts'
import type { VerifyResponse, VerifyRequest } from './verify-client.ts'
import type { TestWorld } from './world.ts'

/** Well-formed ID that nothing has. */
const NOTHING_ID = '018f0000-0000-7000-8000-000000000000'
/** Well-formed JSON that no route accepts, so that a missing permission check changes nothing. */
const NOTHING = { nothing: 1 }

/** Bodies that the route accepts, for routes that read the body before they check the caller. They affect only the buyer. */
const bodyOf = ({ endpoint }: Permission, { ctx }: TestWorld): unknown => {
	if (endpoint === 'POST /api/orders/:orderId/refund') return { kind: 'promise' }
	if (endpoint === 'POST /api/orders/:orderId/transfer') return { consent: ctx.content.checkoutConsent.version }
	const paid = [...ctx.content.libraryDocuments.values()].find(({ access }) => access !== 'free')
	return endpoint === 'POST /api/downloads' && paid ? { document: paid.slug, format: paid.formats[0] } : NOTHING
}

/**
 * Routes that change an account without a body. They aren't tried as a role that may use them: it would lose its session or a
 * sign-in method.
 */
const NOT_AS_OWNER = new Set([
	'POST /auth/v1/logout',
	'POST /api/privacy/erasure',
	'POST /auth/v1/factors/recovery-codes',
	'POST /auth/v1/factors/recovery-codes/regenerate',
	'DELETE /auth/v1/factors/recovery-codes',
	'GET /auth/v1/reauthenticate',
	'POST /admin/sign-out',
])

/** Addresses to request for routes where an ID that doesn't exist would not reach the permission check. */
const FITTING: Record<string, string> = {
	'/rest/v1/:table': '/rest/v1/progress_entries',
	'/rest/v1/rpc/:name': '/rest/v1/rpc/none',
	'/certificates/status/:list': '/certificates/status/0',
	'/admin/*': '/admin/nothing/here',
	'/admin/content/site/at/*': '/admin/content/site/at/',
	'/auth/v1/authorize': '/auth/v1/authorize?provider=none',
}

function addressOf({ path, kind }: Permission, { orderId }: TestWorld): string {
	const known = FITTING[path]
	if (known !== undefined) return known
	return path.replace(/:(\w+)/g, (_all, name: string) => (name === 'orderId' && kind === 'owner' ? orderId : NOTHING_ID))
}

const isOfConsole = (path: string) => path === '/admin' || path.startsWith('/admin/')
const isWithin = (status: number, ...allowed: number[]) => allowed.includes(status)

/** True for a redirect to a page that reports the failure. */
const isLedAway = ({ status, location }: VerifyResponse) =>
	isWithin(status, 302, 303) && /expired|error|refused|later|sign-in/.test(location)

/** Expected response, in words; null if the response is right. */
type Verdict = string | null

function judgeConsole(permission: Permission, role: Role, { status, location, text }: VerifyResponse): Verdict {
	const hasSession = role === 'support' || role === 'operator'
	if (permission.roles.has(role)) return isWithin(status, 401, 403) ? 'to be let in' : null
	if (hasSession) return status === 403 && text.includes(REFUSAL_MESSAGES.role) ? null : '403, because it is for operators'
	if (permission.method === 'POST') return status === 403 ? null : '403'
	return status === 303 && location.startsWith('/admin/sign-in') ? null : 'to be sent to the sign-in'
}

function judgeRefusal({ kind, isOptional }: Permission, answer: VerifyResponse): Verdict {
	const { status, text } = answer
	switch (kind) {
		case 'machine':
			return status === 403 ? null : '403 from another machine'
		case 'key':
			return isWithin(status, 401, 403) ? null : '401 or 403 without the secret key'
		case 'provider':
		case 'application':
			return isWithin(status, 400, 401, 403, 404) ? null : '400, 401 or 403 without the right signature or token'
		case 'link':
			return status >= 400 || isLedAway(answer) || text === '{"status":"unknown"}' ? null : 'nothing without the secret address'
		case 'owner':
			return isWithin(status, 401, 403, 404) ? null : '401, 403 or 404 for another person'
		case 'rows':
			return status >= 400 || text === '[]' ? null : 'no rows'
		default:
			return isWithin(status, 401, 403) || (isOptional && status === 404) ? null : '401 or 403'
	}
}

function judge(permission: Permission, role: Role, answer: VerifyResponse): Verdict {
	if (answer.status === 429) return null
	if (isOfConsole(permission.path) && permission.kind === 'role') return judgeConsole(permission, role, answer)
	if (!permission.roles.has(role)) return judgeRefusal(permission, answer)
	// A learner may be refused for other reasons, which have different codes.
	const isRefused = answer.status === 401 || answer.status === 405
	return isRefused ? 'to be let in' : null
}

/** Console actions are requested with a wrong form token: the role decides the response, and nothing can happen. */
function requestFor(permission: Permission, role: Role, world: TestWorld): VerifyRequest {
	const { method, path, kind, isPublic } = permission
	const request: VerifyRequest = { method, path: addressOf(permission, world), isPublic, ...(kind === 'machine' && { from: 'outside' }) }
	if (isOfConsole(path))
		return method === 'GET'
			? request
			: { ...request, headers: { accept: 'application/json' }, body: new URLSearchParams({ form_token: 'none' }) }
	return method === 'GET' || method === 'DELETE' ? request : { ...request, body: bodyOf(permission, world) }
}

const isAsked = ({ endpoint, roles, method, path, kind }: Permission, role: Role): boolean => {
	if (!roles.has(role)) return true
	if (NOT_AS_OWNER.has(endpoint)) return false
	return !(isOfConsole(path) && method === 'POST') && !(kind === 'owner' && method === 'POST')
}

async function askAll(world: TestWorld, role: Role, permissions: readonly Permission[]): Promise<number> {
	let limited = 0
	for (const permission of permissions) {
		if (!isAsked(permission, role)) continue
		const answer = await world.client.send(world.people[role], requestFor(permission, role, world))
		limited += answer.status === 429 ? 1 : 0
		const expected = judge(permission, role, answer)
		if (expected !== null) world.findings.add(answer, `${expected} (${permission.endpoint})`, `${answer.status} ${answer.location}`)
	}
	return limited
}

function checkLimits(world: TestWorld, { limiters, path }: MountedRoute, { endpoint, limits, roles, kind }: Permission): void {
	const names = new Set(limiters.map(({ limit }) => limit.name))
	const isBehindSignIn = isOfConsole(path) && kind === 'role' && !roles.has('visitor')
	for (const name of [...limits, ...(isBehindSignIn ? ['console'] : [])])
		if (!names.has(name))
			world.findings.add(
				{ request: endpoint, who: 'visitor' },
				`the rate limit “${name}”`,
				names.size === 0 ? 'none' : [...names].join(', '),
			)
}

/** Requests every route of the program as each role, and compares the responses with the `routes.txt` files. */
export async function checkRoutes(world: TestWorld): Promise<{ routes: number }> {
	const { ctx, findings, notes } = world
	const permissions = readPermissions()
	const mounted = readRoutes(createApp(ctx))
	const listed: Permission[] = []
	for (const route of mounted) {
		const permission = permissions.get(route.endpoint)
		if (!permission) findings.add({ request: route.endpoint, who: 'visitor' }, 'a line in the routes.txt of its folder', 'none')
		else listed.push(permission)
		if (permission) checkLimits(world, route, permission)
	}
	const limited = await Promise.all(ROLES.map((role) => askAll(world, role, listed)))
	const unanswered = limited.reduce((sum, count) => sum + count, 0)
	if (unanswered > 0) notes.push(`${unanswered} requests were refused by a rate limit, so their permissions were not checked.`)
	return { routes: listed.length }
}
