import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { ExercisesResponse, MergeExerciseResponse } from '#contracts/exercises.ts'
import type { Exercise } from '#domain/exercises/exercise.ts'
import { exerciseKey, type FilledExercise, MAX_EXERCISE_BYTES, MAX_FIELD_LENGTH, MAX_FIELDS } from '#domain/exercises/filled-exercise.ts'
import { applyEdits } from '#domain/exercises/merge-filled.ts'
import type { AccessPolicy } from '#domain/gating/check-lesson-access.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import { exerciseBlocks } from '#server/plugins/exercises/print-exercises.ts'
import { createApp } from '#server/process/app.ts'
import { payCourse, reportProgress } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { sample } from './sample.ts'

async function openAccount(accessPolicy: AccessPolicy = 'progress') {
	const { deps, clock } = await makeTestDeps({ accessPolicy })
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const send = (filled: unknown, headers: Record<string, string> = learner.headers) =>
		app.request('/api/exercises/merge', {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: typeof filled === 'string' ? filled : JSON.stringify(filled),
		})
	const outcome = async (filled: unknown, headers?: Record<string, string>) => {
		const response = await send(filled, headers)
		const body = (await response.json()) as { error?: { code: string } }
		return response.ok ? 'kept' : `${response.status} ${body.error?.code}`
	}
	const merge = async (filled: FilledExercise) => (await (await send(filled)).json()) as MergeExerciseResponse
	const list = async (headers: Record<string, string> = learner.headers) =>
		(await (await app.request('/api/exercises', { headers })).json()) as ExercisesResponse
	return { deps, app, clock, learner, send, outcome, merge, list }
}

const BLANK: FilledExercise = { moduleId: 1, lessonId: 'costs', exerciseId: 'break-even', title: 'Break-even', fields: [] }
const fill = (filled: FilledExercise, values: Record<string, string>, nowMs = 1000) =>
	applyEdits(filled, {
		title: filled.title,
		edits: Object.entries(values).map(([id, value]) => ({ id, label: `The ${id}`, place: 0, value })),
		nowMs,
	})
const valuesOf = ({ fields }: FilledExercise) => Object.fromEntries(fields.map(({ id, value }) => [id, value]))

test('different fields from two browsers are both kept; for one field the later edit wins', async () => {
	const { merge, list } = await openAccount()
	const start = (await merge(fill(BLANK, { fixed: '40' }))).exercise
	await merge(fill(start, { price: '25' }, 3000))
	const met = (await merge(fill(start, { cost: '2', price: '19' }, 2000))).exercise
	expect(valuesOf(met)).toEqual({ cost: '2', fixed: '40', price: '25' })
	expect((await list()).exercises).toEqual([met])
	// A late request with an older version, or a repeated one, changes nothing.
	expect((await merge(start)).exercise).toEqual(met)
	expect((await merge(met)).exercise).toEqual(met)
	const cleared = (await merge(fill(met, { cost: '', fixed: '', price: '' }, 4000))).exercise
	expect(valuesOf(cleared)).toEqual({ cost: '', fixed: '', price: '' })
	expect((await merge(met)).exercise).toEqual(cleared)
})

test('parallel merges keep the fields of all browsers', async () => {
	const { merge, list } = await openAccount()
	await Promise.all(['a', 'b', 'c', 'd'].map((id) => merge(fill(BLANK, { [id]: id }))))
	expect((await list()).exercises.map(valuesOf)).toEqual([{ a: 'a', b: 'b', c: 'c', d: 'd' }])
})

test('a learner can access only her own exercises by API and table, and can’t write to the table', async () => {
	const account = await openAccount()
	const other = await makeLearner(account.deps, 'ben@example.com')
	await account.merge(fill(BLANK, { fixed: 'of Ana' }))
	expect((await account.list(other.headers)).exercises).toEqual([])
	expect(await account.outcome(fill(BLANK, { fixed: 'of Ben' }), other.headers)).toBe('kept')
	expect((await account.list()).exercises.map(valuesOf)).toEqual([{ fixed: 'of Ana' }])
	expect((await account.send(fill(BLANK, { fixed: 'x' }), {})).status).toBe(401)
	expect((await account.app.request('/api/exercises')).status).toBe(401)
	const asLearner = <T>(statement: ReturnType<typeof sql<T>>) =>
		account.deps.db.transaction().execute(async (tx) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: other.userId, role: 'authenticated' })}, true)`.execute(tx)
			await sql`set local role authenticated`.execute(tx)
			return (await statement.execute(tx)).rows
		})
	expect(await asLearner(sql`select user_id from public.filled_exercises`)).toEqual([{ user_id: other.userId }])
	for (const statement of [sql`delete from public.filled_exercises`, sql`update public.filled_exercises set title = ''`])
		await expect(asLearner(statement)).rejects.toThrow('permission denied')
})

const LESSON: Exercise = {
	id: 'break-even',
	title: 'Break-even',
	fields: ['fixed', 'price', 'cost'].map((id) => ({ id, label: id, type: 'money' })),
	sums: [
		{ label: 'Sales', formula: 'ceil(fixed / (price - cost))', format: 'number' },
		{ label: 'Left', formula: 'price - cost', format: 'money' },
	],
}

test('the PDF contains the labeled entries and results, and nothing from others', async () => {
	const { deps, app, learner, merge } = await openAccount()
	await merge(fill(BLANK, { fixed: '40', 'gone.3': '7' }))
	const ask = async (headers: Record<string, string>) => app.request('/api/exercises/exercises.pdf', { headers })
	const file = await ask(learner.headers)
	expect([file.status, file.headers.get('content-type'), (await file.text()).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
	expect((await ask({})).status).toBe(401)
	expect((await ask((await makeLearner(deps, 'ben@example.com')).headers)).status).toBe(200)

	const blocks = (values: Record<string, string>, exercise: Exercise | null) =>
		exerciseBlocks({ filled: fill(BLANK, values), section: 'Module 1, Costs', exercise }).map((block) =>
			block.kind === 'field' ? `${block.label}: ${block.value}` : 'text' in block && block.text,
		)
	const entered = { cost: '5', fixed: '40', price: '$25' }
	const printed = ['Break-even', 'Module 1, Costs', 'The cost: 5', 'The fixed: 40', 'The price: $25']
	expect(blocks(entered, LESSON)).toEqual([...printed, 'Sales: 2', 'Left: $20'])
	expect(blocks(entered, null)).toEqual(printed)
	expect(blocks({ price: '25', gone: 'x' }, LESSON)).toEqual(['Break-even', 'Module 1, Costs', 'The gone: x', 'The price: 25'])
})

test('lessons, exercises and fields of a removed edition are kept with their names', async () => {
	const { merge, list } = await openAccount()
	const gone = fill({ ...BLANK, lessonId: 'left-the-course', exerciseId: 'gone', title: 'An old exercise' }, { 'old.3': '7' })
	expect((await merge(gone)).exercise).toEqual(gone)
	expect((await list()).exercises).toEqual([gone])
})

const CLOSED = { ...BLANK, moduleId: 2 }

test('progress: entries are stored in an open module and refused in a locked one', async () => {
	const { app, learner, outcome, list } = await openAccount()
	expect(await outcome(fill(BLANK, { a: '1' }))).toBe('kept')
	expect(await outcome(fill(CLOSED, { a: '1' }))).toBe('409 exercise_module_closed')
	await reportProgress(app, learner, [{ kind: 'module', key: '1', done: true, changedAt: 1 }])
	expect(await outcome(fill(CLOSED, { a: '1' }))).toBe('kept')
	expect((await list()).exercises).toHaveLength(2)
	expect(await outcome(fill({ ...BLANK, moduleId: 99 }, { a: '1' }))).toBe('409 exercise_module_unknown')
})

test('enrolled: without the entitlement exercises can be read and cleared, but not filled in', async () => {
	const { app, deps, learner, outcome, list } = await openAccount('enrolled')
	await reportProgress(app, learner, [{ kind: 'module', key: '1', done: true, changedAt: 1 }])
	expect([await outcome(fill(BLANK, { a: '1' })), await outcome(fill(CLOSED, { a: '1' }))]).toEqual(['kept', '409 exercise_module_closed'])
	await payCourse(deps, learner)
	expect(await outcome(fill(CLOSED, { a: '1', b: '2' }))).toBe('kept')
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	const held = (await list()).exercises.find(({ moduleId }) => moduleId === 2)!
	const outcomes = [await outcome(fill(held, { a: 'more' }, 2000)), await outcome(fill(held, { a: '' }, 2000))]
	expect(outcomes).toEqual(['409 exercise_module_closed', 'kept'])
	expect((await list()).exercises.map(valuesOf)).toEqual([{ a: '1' }, { a: '', b: '2' }])
})

const FILLED = fill(BLANK, { a: '1' })
const fields = (count: number, value: string) =>
	Array.from({ length: count }, (_, index) => ({ id: `f${index}`, label: '', place: 0, value, changedAt: 1 }))

test.each([
	['100,000 characters', { ...FILLED, fields: [{ ...FILLED.fields[0], value: 'x'.repeat(100_000) }] }],
	['a character too many', { ...FILLED, fields: [{ ...FILLED.fields[0], value: 'x'.repeat(MAX_FIELD_LENGTH + 1) }] }],
	['a number as value', { ...FILLED, fields: [{ ...FILLED.fields[0], value: 1 }] }],
	['an object as value', { ...FILLED, fields: [{ ...FILLED.fields[0], value: { $gt: '' } }] }],
	['no time', { ...FILLED, fields: [{ id: 'a', label: '', place: 0, value: '' }] }],
	['a time that is none', { ...FILLED, fields: [{ ...FILLED.fields[0], changedAt: 1.5 }] }],
	['a place that is none', { ...FILLED, fields: [{ ...FILLED.fields[0], place: -1 }] }],
	['one field twice', { ...FILLED, fields: [...FILLED.fields, ...FILLED.fields] }],
	['a field that leads elsewhere', { ...FILLED, fields: [{ ...FILLED.fields[0], id: '../a' }] }],
	['fields by name', { ...FILLED, fields: { a: '1' } }],
	['no fields', BLANK],
	['more fields than there may be', { ...FILLED, fields: fields(MAX_FIELDS + 1, '') }],
	['more bytes than one may have', { ...FILLED, fields: fields(5, 'é'.repeat(2000)) }],
	['a field too many', { ...FILLED, owner: 'me' }],
	['a name that objects have', `{"__proto__":{"admin":true},${JSON.stringify(FILLED).slice(1)}`],
	['a module below one', { ...FILLED, moduleId: 0 }],
	['null', null],
])('%s is refused', async (_what, body) => {
	const { outcome, list } = await openAccount()
	expect(await outcome(body)).toBe('400 validation_failed')
	expect((await list()).exercises).toEqual([])
})

test('field IDs named like properties of Object.prototype work as fields', async () => {
	const { merge, list } = await openAccount()
	const odd: FilledExercise = {
		...BLANK,
		fields: ['__proto__', 'constructor'].map((id) => ({ id, label: id, place: 0, value: id, changedAt: 1 })),
	}
	expect((await merge(odd)).exercise).toEqual(odd)
	expect((await list()).exercises).toEqual([odd])
	expect(({} as { admin?: unknown }).admin).toBeUndefined()
})

test('an edit dated in the future counts as now, and text the database can’t store is cleaned', async () => {
	const { merge, clock } = await openAccount()
	const nowMs = clock.now().getTime()
	const ahead = (await merge(fill(BLANK, { a: 'one \ud83d\u0000' }, nowMs + 365 * 86_400_000))).exercise
	expect(ahead.fields).toEqual([{ id: 'a', label: 'The a', place: 0, value: 'one ', changedAt: nowMs }])
	clock.advance(1000)
	expect(valuesOf((await merge(fill(BLANK, { a: 'two' }, nowMs + 1000))).exercise)).toEqual({ a: 'two' })
})

test('a merge that would be too large is refused, and the stored exercise is unchanged', async () => {
	const { outcome, list } = await openAccount()
	const half = (id: string) => fill(BLANK, { [`${id}1`]: 'x'.repeat(4000), [`${id}2`]: 'x'.repeat(4000) })
	expect([await outcome(half('a')), await outcome(half('b'))]).toEqual(['kept', '409 exercise_too_large'])
	expect(Object.keys(valuesOf((await list()).exercises[0]!))).toEqual(['a1', 'a2'])
	expect(2 * 8000).toBe(MAX_EXERCISE_BYTES)
})

test('a full account refuses growth with a reason, stays readable, and accepts smaller edits', async () => {
	const { deps, learner, outcome, list } = await openAccount()
	await sample.fillUp?.(deps, learner.userId)
	const before = await list()
	expect([before.storage.limit, before.storage.used > 0.9 * STORAGE_QUOTAS.exercises]).toEqual([STORAGE_QUOTAS.exercises, true])
	const long = { a: 'x'.repeat(3900), b: 'x'.repeat(3900), c: 'x'.repeat(3900) }
	expect(await outcome(fill(BLANK, long))).toBe('413 storage_full')
	expect((await list()).storage).toEqual(before.storage)
	expect(await outcome(fill(before.exercises[0]!, { note: '' }, 2000))).toBe('kept')
	expect((await list()).storage.used).toBeLessThan(before.storage.used)
	expect((await list()).exercises.map(exerciseKey)).toEqual(before.exercises.map(exerciseKey))
})
