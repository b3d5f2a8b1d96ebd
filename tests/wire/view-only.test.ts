import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { OPEN_TO_VIEWS as OPEN_IN_TRUNK } from '#server/http/views/limit-views.ts'
import { plugins } from '#server/process/plugins.ts'
import { openConsoleAs } from '#tests/console/open-console.ts'
import { openViewOf } from '#tests/console/open-view.ts'
import { readEverything } from '#tests/setup/read-everything.ts'

import { inOrder, startRoutes } from './route-caller.ts'
import { signedIn, startWire } from './test-client.ts'
import { ROWS } from './wire-rows.ts'

const OPEN = [...OPEN_IN_TRUNK, ...plugins.flatMap(({ openToViews = [] }) => openToViews)]
const isOpen = (endpoint: string) => OPEN.includes(endpoint)

const PATHS: Record<string, string> = { '/api/recall/questions': '/api/recall/questions?lessons=1/skills-inventory-assessment' }
/** Endpoints where the owner also gets 404, because nothing of theirs exists. */
const WITHOUT = ['GET /auth/v1/factors/recovery-codes', 'GET /api/certificates/:id']

function codeOf({ headers, body }: { headers: Record<string, string>; body: string }) {
	return headers['x-sb-error-code'] === 'view_only' && (body === '' || body.includes('Nothing was changed'))
		? 'view_only'
		: body.slice(0, 80)
}

test('a view may call only routes that read', () => {
	const known = new Set(ROWS.map(({ endpoint }) => endpoint))
	expect(OPEN.filter((endpoint) => !known.has(endpoint) || !endpoint.startsWith('GET '))).toEqual([])
})

test('a view’s token writes nothing: listed routes answer, all others are refused', async () => {
	const routes = await startRoutes()
	const { wire, owner } = routes
	const operator = await openConsoleAs(wire, 'operator')
	const { headers } = await openViewOf(wire, operator, owner.owned.user ?? '')
	const before = await readEverything(wire.deps)
	expect(before.size).toBeGreaterThan(60)
	const wrong: string[] = []
	const good: string[] = []
	for (const row of inOrder(ROWS)) {
		const methods = row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]
		for (const method of methods) {
			const answer = await routes.ask({ ...row, method }, { headers, ...(PATHS[row.path] && { path: PATHS[row.path] }) })
			const isRefused = answer.status === 403 && codeOf(answer) === 'view_only'
			if (isRefused === isOpen(row.endpoint) || answer.status >= 500)
				wrong.push(`${method} ${row.path}: ${answer.status} ${codeOf(answer)}`)
			if (answer.status === 200 && method === 'GET') good.push(row.endpoint)
		}
	}
	expect(wrong).toEqual([])
	expect(OPEN.filter((endpoint) => !good.includes(endpoint) && !WITHOUT.includes(endpoint))).toEqual([])
	expect(await readEverything(wire.deps)).toEqual(before)
})

test('heavy reads of a view queue behind each other, not the learner’s', async () => {
	const wire = await startWire()
	const { user, session } = await signedIn(wire)
	const { headers } = await openViewOf(wire, await openConsoleAs(wire, 'operator'), user.id)
	const own = { authorization: `Bearer ${session.access_token}` }
	const asked: (Response | Promise<Response>)[] = []
	await inTransaction(wire.deps.db, async (tx) => {
		await sql`lock table planner_weeks in access exclusive mode`.execute(tx)
		for (const each of [headers, own]) {
			asked.push(wire.request('/api/planner', { headers: each }))
			await vi.waitFor(async () => {
				const { rows } = await sql`select from pg_locks where not granted`.execute(tx)
				expect(rows).toHaveLength(asked.length)
			})
		}
	})
	expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200])
})

test('a page with a null origin can call the API like any site, and can’t change anything without a view’s token', async () => {
	const wire = await startWire()
	const ask = async (path: string, init: RequestInit = {}) => {
		const answer = await wire.request(path, { ...init, headers: { origin: 'null', ...init.headers } })
		return [answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-credentials')]
	}
	const body = JSON.stringify({ step: 'visit' })
	const headers = { 'content-type': 'application/json' }
	expect(await ask('/api/progress', { method: 'OPTIONS' })).toEqual([204, '*', null])
	expect((await ask('/api/visits', { method: 'POST', headers, body }))[0]).toBe(403)
	expect((await ask('/api/visits', { method: 'POST', headers: { ...headers, authorization: 'Bearer a.b.c' }, body }))[0]).toBe(403)
	expect((await ask('/api/visits', { method: 'POST', headers: { ...headers, origin: 'http://localhost:3000' }, body }))[0]).toBe(204)
	expect((await ask('/api/course/modules/1/lessons/skills-inventory-assessment'))[0]).toBe(200)
	expect(await ask('/api/progress', { headers: { origin: 'https://elsewhere.test' }, method: 'OPTIONS' })).not.toContain('*')
})
