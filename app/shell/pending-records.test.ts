import { afterEach, expect, test, vi } from 'vitest'

import { exercisesStore } from '#app/features/exercises/exercises-store.ts'
import { notesStore } from '#app/features/notes/notes-store.ts'
import { plannerStore } from '#app/features/planner/planner-store.ts'
import { recallStore } from '#app/features/recall/recall-store.ts'
import { forgetSession, notifySessionChange } from '#app/lib/stored-session.ts'

import { sendPendingRecords } from './pending-records.ts'

vi.mock('#app/lib/backend.ts')

afterEach(() => {
	forgetSession()
	localStorage.clear()
	notifySessionChange()
})

const EMPTY_LISTS: Readonly<Record<string, object>> = {
	'/api/progress/merge': { entries: [], refused: [] },
	'/api/notes': { notes: [] },
	'/api/exercises': { exercises: [] },
	'/api/recall': { memories: [], now: Date.now() },
	'/api/planner': { weeks: [], next: null },
}

/** Property that contains the record in the response of each merge. */
const RECORD: Readonly<Record<string, string>> = {
	'/api/notes/merge': 'note',
	'/api/exercises/merge': 'exercise',
	'/api/recall/merge': 'memory',
	'/api/planner/merge': 'week',
}

/** Answers as an account that has no records yet. */
function openAccount() {
	const received: string[] = []
	vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
		const list = EMPTY_LISTS[path]
		if (list) return Response.json(list)
		const record: unknown = JSON.parse(body)
		const { sectionId, lessonId, week } = record as Record<string, unknown>
		received.push(`${path} ${String(sectionId ?? lessonId ?? week)}`)
		return Response.json({ [RECORD[path] ?? '']: record, now: Date.now() })
	})
	return received
}

test('after signing in, every note, exercise, recalled question and week of this browser reaches the account', async () => {
	for (const id of ['s1', 's2', 's3']) notesStore.write({ moduleId: 1, sectionId: id }, `Note of ${id}`)
	for (const lessonId of ['l1', 'l2'])
		exercisesStore.write({ moduleId: 1, lessonId, exerciseId: 'e' }, 'Prices', [{ id: 'f', label: 'Price', place: 0, value: '9' }])
	for (const lessonId of ['r1', 'r2']) recallStore.answer({ moduleId: 1, lessonId }, 'price', true)
	for (const week of ['2026-11-09', '2026-11-16']) plannerStore.change(week, { type: 'focus', text: `Sell in ${week}` })
	localStorage.setItem('sb-localhost-auth-token', JSON.stringify({ user: { id: 'ana', email: 'ana@example.test' } }))
	notifySessionChange()

	const received = openAccount()
	sendPendingRecords()
	await vi.waitFor(() =>
		expect([notesStore, exercisesStore, recallStore, plannerStore].map((store) => store.isPending('ana'))).toEqual(Array(4).fill(false)),
	)
	expect(received.toSorted()).toEqual([
		'/api/exercises/merge l1',
		'/api/exercises/merge l2',
		'/api/notes/merge s1',
		'/api/notes/merge s2',
		'/api/notes/merge s3',
		'/api/planner/merge 2026-11-09',
		'/api/planner/merge 2026-11-16',
		'/api/recall/merge r1',
		'/api/recall/merge r2',
	])
})
