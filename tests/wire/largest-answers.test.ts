// asvs V4.3.1
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import type { Deps } from '#server/services/context.ts'
import { readPlannerBytes } from '#server/services/learning/planner/merge-planner-week.ts'
import { fillWholeAccount } from '#tests/factories/full-account.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { SECRET_KEY } from './admin-client.ts'
import { LARGEST_KILOBYTES, ofPlugins, USUAL_KILOBYTES } from './largest-answers.ts'
import { startWire, type Wire } from './test-client.ts'
import { ROWS } from './wire-rows.ts'

const { taughtModules } = loadedContent

const ENDPOINTS = ROWS.map(({ endpoint }) => endpoint)

/** Endpoints that end the session or change or delete the account are called last. */
const ENDS = /logout|erasure|DELETE \/auth\/v1\/admin|PUT \/auth\/v1\/admin\/users/

async function openFullAccount(wire: Wire) {
	const learner = await makeLearner(wire.deps)
	await fillWholeAccount(wire.deps, learner)
	const { id: order } = await wire.deps.db
		.selectFrom('orders')
		.select('id')
		.where('user_id', '=', learner.userId)
		.limit(1)
		.executeTakeFirstOrThrow()
	return { ...learner, order }
}

type Account = Awaited<ReturnType<typeof openFullAccount>>

/** Fills in the path, with the account's own IDs where possible. */
function addressOf(path: string, { userId, order }: Account): string {
	const { id, sections } = taughtModules[0]!
	const lessonId = sections.find((section) => section.lessonId !== null)?.lessonId ?? ''
	const values: Record<string, string> = {
		orderId: order,
		moduleId: String(id),
		lessonId,
		sectionId: sections.find((section) => section.lessonId === null)?.id ?? '',
		table: 'planner_weeks',
		file: 'career-roadmap-template.pdf',
		name: 'none',
		list: '1',
		template: 'auth.sign-in',
	}
	const filled = path.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? userId)
	return path === '/auth/v1/admin/users' || path === '/auth/v1/admin/audit' ? `${filled}?per_page=1000` : filled
}

const LONG_PLAN = {
	weekOf: '',
	focusArea: '',
	rows: [{ completed: false, ideaName: '', whatImDoing: '', timeNeeded: '\n'.repeat(1990), platform: '\n'.repeat(900), weeklyGoal: '' }],
}
const WEEK = { week: '2027-01-04', focusArea: { text: '', changedAt: 0 }, rows: [] }

/** The body with the largest response; for other endpoints, a long invalid one, which no response may repeat. */
const BODIES: Record<string, unknown> = {
	...ofPlugins(({ body }) => body),
	'POST /api/planner/merge': WEEK,
	'POST /api/progress/merge': { entries: [] },
	'POST /api/planner/pdf': LONG_PLAN,
	'POST /api/privacy/export': { format: 'json' },
}
const LONG_AND_WRONG = JSON.stringify({ junk: 'x'.repeat(900_000), [`${'y'.repeat(50_000)}`]: [] })

async function measure(wire: Wire, account: Account, endpoint: string): Promise<number> {
	const [method = '', path = ''] = endpoint.split(' ')
	const isOperators = /\/admin\/|\/invite|\/dev\/|\/sandbox\//.test(path)
	const authorization = isOperators ? `Bearer ${SECRET_KEY}` : account.headers.authorization
	const valid = BODIES[endpoint]
	const body = method === 'GET' ? null : valid === undefined ? LONG_AND_WRONG : JSON.stringify(valid)
	const answer = await wire.request(addressOf(path, account), {
		method,
		headers: { authorization, apikey: SECRET_KEY, 'content-type': 'application/json', accept: 'application/json' },
		body,
	})
	expect([endpoint, answer.status < 500 || answer.status === 503]).toEqual([endpoint, true])
	let bytes = 0
	for await (const part of answer.body ?? []) bytes += part.length
	return bytes
}

/** Returns the size of the widest rows as JSON: slightly more than the columns themselves. */
async function courseBytes({ db }: Deps, userId: string): Promise<number> {
	let bytes = 0
	for (const table of ['progress_entries', 'lesson_quiz_attempts'] as const) {
		const rows = await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()
		for (const { user_id: _, ...row } of rows) bytes += JSON.stringify(Object.values(row)).length
	}
	return bytes
}

const startFull = () => startWire({ env: { SUPABASE_SECRET_KEY: SECRET_KEY } })

test('every endpoint listed with a larger answer exists', () => {
	expect(Object.keys(LARGEST_KILOBYTES).filter((endpoint) => !ENDPOINTS.includes(endpoint))).toEqual([])
})

test('a full account stays within its storage quotas', async () => {
	const wire = await startFull()
	const { userId } = await openFullAccount(wire)
	expect(await courseBytes(wire.deps, userId)).toBeLessThan(STORAGE_QUOTAS.course)
	const { used } = await readPlannerBytes(wire.deps.db, userId, null)
	expect(used).toBeLessThanOrEqual(STORAGE_QUOTAS.planner)
	expect(used).toBeGreaterThan(0.9 * STORAGE_QUOTAS.planner)
})

test.runIf(isLong)('for a full account, no answer exceeds its size limit', async () => {
	const wire = await startFull()
	const account = await openFullAccount(wire)
	const tooLarge: string[] = []
	for (const endpoint of ENDPOINTS.toSorted((a, b) => Number(ENDS.test(a)) - Number(ENDS.test(b)))) {
		const bytes = await measure(wire, account, endpoint)
		if (bytes > (LARGEST_KILOBYTES[endpoint] ?? USUAL_KILOBYTES) * 1024) tooLarge.push(`${endpoint}: ${bytes}`)
	}
	expect(tooLarge).toEqual([])
})

test('a hundred parallel heavy reads of one account use little memory and leave connections to others', async () => {
	const wire = await startFull()
	const account = await openFullAccount(wire)
	const before = process.memoryUsage()
	let most = 0
	const asked = Array.from({ length: 100 }, async () => {
		const answer = await wire.request('/api/planner', { headers: account.headers })
		await answer.arrayBuffer()
		const { heapUsed, external, arrayBuffers } = process.memoryUsage()
		most = Math.max(most, heapUsed + external + arrayBuffers)
		return answer.status
	})
	expect((await wire.request('/readyz')).status).toBe(200)
	const statuses = new Set(await Promise.all(asked))
	expect(statuses).toEqual(new Set([200, 429]))
	expect(most - before.heapUsed - before.external - before.arrayBuffers).toBeLessThan(200 * 1024 * 1024)
})
