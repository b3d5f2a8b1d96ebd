import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { MergeRecallResponse, RecallQuestionsResponse, RecallResponse } from '#contracts/recall.ts'
import type { AccessPolicy } from '#domain/gating/check-lesson-access.ts'
import { type LessonMemory, MAX_QUESTIONS, memoryId } from '#domain/recall/recall-schedule.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import { readLessonQuestions } from '#server/plugins/recall/index.ts'
import { createApp } from '#server/process/app.ts'
import { systemContext } from '#server/services/context.ts'
import { payCourse, reportProgress } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { sample } from './sample.ts'

const { readLesson } = loadedContent

async function openAccount(accessPolicy: AccessPolicy = 'progress') {
	const { deps, clock } = await makeTestDeps({ accessPolicy })
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const send = (memory: unknown, headers: Record<string, string> = learner.headers) =>
		app.request('/api/recall/merge', {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: typeof memory === 'string' ? memory : JSON.stringify(memory),
		})
	const outcome = async (memory: unknown, headers?: Record<string, string>) => {
		const response = await send(memory, headers)
		const body = (await response.json()) as { error?: { code: string } }
		return response.ok ? 'kept' : `${response.status} ${body.error?.code}`
	}
	const merge = async (memory: LessonMemory) => (await (await send(memory)).json()) as MergeRecallResponse
	const list = async (headers: Record<string, string> = learner.headers) =>
		(await (await app.request('/api/recall', { headers })).json()) as RecallResponse
	const ask = (query: string, headers: Record<string, string> = learner.headers) =>
		app.request(`/api/recall/questions?${query}`, { headers })
	const asked = async (query: string, headers?: Record<string, string>) =>
		((await (await ask(query, headers)).json()) as RecallQuestionsResponse).lessons
	return { deps, app, clock, learner, send, outcome, merge, list, ask, asked }
}

const memory = (questions: LessonMemory['questions'], place: Partial<LessonMemory> = {}): LessonMemory => ({
	moduleId: 1,
	lessonId: 'costs',
	...place,
	questions,
})
const KNOWN = { step: 1, answeredAt: 1000 }
const CLOSED = { moduleId: 2 }

test('for each question the later answer wins, and repeated or late calls change nothing', async () => {
	const { merge, list, clock } = await openAccount()
	const first = await merge(memory({ a: KNOWN, b: KNOWN }))
	const met = await merge(memory({ b: { step: 0, answeredAt: 2000 }, c: KNOWN }))
	expect(met.memory.questions).toEqual({ a: KNOWN, b: { step: 0, answeredAt: 2000 }, c: KNOWN })
	expect((await merge(first.memory)).memory).toEqual(met.memory)
	expect((await merge(met.memory)).memory).toEqual(met.memory)
	expect(await list()).toEqual({ memories: [met.memory], storage: met.storage, now: clock.now().getTime() })
})

test('parallel merges keep the answers of all browsers', async () => {
	const { merge, list } = await openAccount()
	await Promise.all(['a', 'b', 'c', 'd'].map((id) => merge(memory({ [id]: KNOWN }))))
	expect((await list()).memories.map(({ questions }) => Object.keys(questions))).toEqual([['a', 'b', 'c', 'd']])
})

test('an answer dated in the future counts as now, and the response has the server’s time', async () => {
	const { merge, clock } = await openAccount()
	const nowMs = clock.now().getTime()
	const ahead = await merge(memory({ a: { step: 3, answeredAt: nowMs + 365 * 86_400_000 } }))
	expect([ahead.memory.questions, ahead.now]).toEqual([{ a: { step: 3, answeredAt: nowMs } }, nowMs])
	clock.advance(1000)
	expect((await merge(memory({ a: { step: 0, answeredAt: nowMs + 1000 } }))).memory.questions).toEqual({
		a: { step: 0, answeredAt: nowMs + 1000 },
	})
})

test('a learner can access only her own answers by API and table, and can’t write to the table', async () => {
	const account = await openAccount()
	const other = await makeLearner(account.deps, 'ben@example.com')
	await account.merge(memory({ ana: KNOWN }))
	expect((await account.list(other.headers)).memories).toEqual([])
	expect(await account.outcome(memory({ ben: KNOWN }), other.headers)).toBe('kept')
	expect((await account.list()).memories).toEqual([memory({ ana: KNOWN })])
	expect((await account.send(memory({ a: KNOWN }), {})).status).toBe(401)
	expect((await account.app.request('/api/recall')).status).toBe(401)
	const asLearner = <T>(statement: ReturnType<typeof sql<T>>) =>
		account.deps.db.transaction().execute(async (tx) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: other.userId, role: 'authenticated' })}, true)`.execute(tx)
			await sql`set local role authenticated`.execute(tx)
			return (await statement.execute(tx)).rows
		})
	expect(await asLearner(sql`select user_id from public.recall_progress`)).toEqual([{ user_id: other.userId }])
	for (const statement of [sql`delete from public.recall_progress`, sql`update public.recall_progress set questions = '{}'`])
		await expect(asLearner(statement)).rejects.toThrow('permission denied')
})

test('lessons and questions of a removed edition are kept', async () => {
	const { merge, list } = await openAccount()
	const gone = memory({ 'left-the-course': KNOWN, constructor: KNOWN }, { lessonId: 'gone' })
	expect((await merge(gone)).memory.questions).toEqual(gone.questions)
	expect((await list()).memories.map(memoryId)).toEqual(['1/gone'])
})

test('progress: answers are stored in an open module and refused in a locked one', async () => {
	const { app, learner, outcome, list } = await openAccount()
	expect(await outcome(memory({ a: KNOWN }, CLOSED))).toBe('409 recall_module_closed')
	await reportProgress(app, learner, [{ kind: 'module', key: '1', done: true, changedAt: 1 }])
	expect(await outcome(memory({ a: KNOWN }, CLOSED))).toBe('kept')
	expect(await outcome(memory({ a: KNOWN }, { moduleId: 99 }))).toBe('409 recall_module_unknown')
	expect((await list()).memories).toHaveLength(1)
})

test('enrolled: without the entitlement stored answers can be read and resent, but not changed', async () => {
	const { app, deps, learner, outcome, list } = await openAccount('enrolled')
	await reportProgress(app, learner, [{ kind: 'module', key: '1', done: true, changedAt: 1 }])
	expect([await outcome(memory({ a: KNOWN })), await outcome(memory({ a: KNOWN }, CLOSED))]).toEqual(['kept', '409 recall_module_closed'])
	await payCourse(deps, learner)
	expect(await outcome(memory({ a: KNOWN }, CLOSED))).toBe('kept')
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect(await outcome(memory({ a: { step: 2, answeredAt: 2000 } }, CLOSED))).toBe('409 recall_module_closed')
	expect(await outcome(memory({ a: KNOWN }, CLOSED))).toBe('kept')
	expect((await list()).memories).toEqual([memory({ a: KNOWN }), memory({ a: KNOWN }, CLOSED)])
})

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`q-${index}`, KNOWN]))

test.each([
	['a step beyond the last', memory({ a: { step: 7, answeredAt: 1 } })],
	['half a step', memory({ a: { step: 0.5, answeredAt: 1 } })],
	['a step as text', memory({ a: { step: '1' as never, answeredAt: 1 } })],
	['a time before 1970', memory({ a: { step: 1, answeredAt: -1 } })],
	['a time that no date has', memory({ a: { step: 1, answeredAt: 8_640_000_000_000_001 } })],
	['no time', memory({ a: { step: 1 } as never })],
	['more than step and time', memory({ a: { ...KNOWN, owner: 'me' } as never })],
	['a question that leads elsewhere', memory({ '../a': KNOWN })],
	['a question of 100,000 characters', memory({ ['x'.repeat(100_000)]: KNOWN })],
	['questions as a list', { ...memory({}), questions: [KNOWN] }],
	['no questions', memory({})],
	['a question too many', memory(many(MAX_QUESTIONS + 1))],
	['a lesson that leads elsewhere', memory({ a: KNOWN }, { lessonId: '../costs' })],
	['a module below one', memory({ a: KNOWN }, { moduleId: 0 })],
	['a field too many', { ...memory({ a: KNOWN }), owner: 'me' }],
	['a name that objects have', '{"moduleId":1,"lessonId":"costs","questions":{"__proto__":{"step":1,"answeredAt":1}}}'],
	['null', null],
])('%s is refused', async (_what, body) => {
	const { outcome, list } = await openAccount()
	expect(await outcome(body)).toBe('400 validation_failed')
	expect((await list()).memories).toEqual([])
})

test('a merge with too many questions is refused, and the stored answers are unchanged', async () => {
	const { outcome, list } = await openAccount()
	expect([await outcome(memory(many(MAX_QUESTIONS))), await outcome(memory({ more: KNOWN }))]).toEqual(['kept', '409 recall_too_large'])
	expect((await list()).memories).toHaveLength(1)
})

test('a full account refuses further lessons with a reason, but accepts new answers', async () => {
	const { deps, learner, outcome, list } = await openAccount()
	await sample.fillUp?.(deps, learner.userId)
	const before = await list()
	expect([before.storage.limit, before.storage.used > 0.9 * STORAGE_QUOTAS.recall]).toEqual([STORAGE_QUOTAS.recall, true])
	const [held] = before.memories
	const long = Object.fromEntries(
		Object.entries(held!.questions).map(([id, answer]) => [id, { ...answer, answeredAt: answer.answeredAt + 1 }]),
	)
	expect(await outcome({ ...held, lessonId: 'another', questions: long })).toBe('413 storage_full')
	expect((await list()).storage).toEqual(before.storage)
	expect(await outcome({ ...held, questions: long })).toBe('kept')
})

const INTRO = '1/introduction-orientation'
const SECOND = '2/market-research-validation'

test('recall questions are returned with their answers, under the same rule as the lesson text', async () => {
	const { app, deps, learner, asked } = await openAccount('enrolled')
	const lesson = readLesson(1, 'introduction-orientation')
	const open = [{ moduleId: 1, lessonId: 'introduction-orientation', questions: lesson!.blocks.recalls }]
	expect(lesson!.blocks.recalls.length).toBeGreaterThan(2)
	expect(await asked(`lessons=${INTRO},${SECOND},1/no-such,77/none`)).toEqual(open)
	expect(await asked(`lessons=${INTRO},${SECOND}&completed=1`, {})).toEqual(open)
	await reportProgress(app, learner, [{ kind: 'module', key: '1', done: true, changedAt: 1 }])
	expect(await asked(`lessons=${SECOND}`)).toEqual([])
	await payCourse(deps, learner)
	expect((await asked(`lessons=${SECOND}`)).map(memoryId as never)).toEqual([SECOND])
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect(await asked(`lessons=${SECOND}`)).toEqual([])
})

test('questions of many modules query the database for one module at a time', async () => {
	const { deps, learner } = await openAccount()
	let running = 0
	let most = 0
	const db = deps.db.withPlugin({
		transformQuery({ node }) {
			running += 1
			most = Math.max(most, running)
			return node
		},
		transformResult({ result }) {
			running -= 1
			return Promise.resolve(result)
		},
	})
	const actor = { type: 'learner', userId: learner.userId, sessionId: '', aal: 'aal1' } as const
	const lessons = [2, 3, 4, 5, 6].map((moduleId) => ({ moduleId, lessonId: 'none' }))
	await readLessonQuestions({ ...systemContext({ ...deps, db }, 'test'), actor }, lessons, [])
	// One query for progress, one for access.
	expect(most).toBe(2)
})

test('progress: a signed-out browser sends its completed modules, as for lessons', async () => {
	const { asked } = await openAccount()
	expect(await asked(`lessons=${SECOND}`, {})).toEqual([])
	expect(await asked(`lessons=${SECOND}&completed=1`, {})).toHaveLength(1)
})

test.each([
	'',
	'lessons=',
	'lessons=1',
	'lessons=1/../../package',
	'lessons=0/costs',
	`lessons=${Array(13).fill(INTRO).join(',')}`,
	`lessons=${INTRO}&completed=100`,
])('questions by %s are refused', async (query) => {
	expect((await (await openAccount()).ask(query)).status).toBe(400)
})
