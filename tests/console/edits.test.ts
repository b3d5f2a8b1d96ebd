import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { systemContext } from '#server/services/context.ts'
import { listLessonChanges, recordLessonRevisions } from '#server/services/learning/course/record-lesson-revisions.ts'
import { createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { getCounted, openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const { taughtModule } = loadedContent

const DAY_MS = 86_400_000
const { sections } = taughtModule(1)
const index = sections.findIndex(({ lessonId }) => lessonId !== null)
const [HERE, NEXT] = sections.slice(index)
const EPOCH = new Date(0)

const daysAgo = ({ clock }: Wire, days: number) => new Date(clock.now().getTime() - days * DAY_MS)

/** Simulates a lesson whose older text was stored long ago and whose current text was published `days` ago. */
async function editedBefore(wire: Wire, days: number) {
	const { db } = wire.deps
	await recordLessonRevisions(wire.deps)
	const lesson = { module_id: 1, lesson_id: HERE?.lessonId ?? '' }
	await db
		.updateTable('lesson_revisions')
		.set({ seen_at: daysAgo(wire, days) })
		.execute()
	await db
		.insertInto('lesson_revisions')
		.values({ ...lesson, text_hash: Buffer.alloc(32), seen_at: daysAgo(wire, 300) })
		.execute()
}

async function open(wire: Wire, { at, goesOnAt }: { at: number; goesOnAt: number | null }) {
	const { id } = await createAccount(systemContext(wire.deps, 'test'), { email: `${randomUUID()}@example.com`, email_confirm: true })
	for (const [section, days] of [[HERE, at] as const, ...(goesOnAt === null ? [] : [[NEXT, goesOnAt] as const])]) {
		const time = daysAgo(wire, days)
		const times = { changed_at: time, stored_at: time, first_stored_at: time, first_changed_at: time }
		await wire.deps.db
			.insertInto('progress_entries')
			.values({ user_id: id, kind: 'section', key: `1/${section?.id}`, done: true, ...times })
			.execute()
	}
}

test('a lesson text is recorded once while it stays, and going back to an old text is a change', async () => {
	const { deps, clock } = await startWire()
	await recordLessonRevisions(deps)
	clock.advance(1000)
	await recordLessonRevisions(deps)
	const rows = await deps.db.selectFrom('lesson_revisions').selectAll().execute()
	expect(rows.length).toBeGreaterThan(40)
	expect(new Set(rows.map(({ module_id: id, lesson_id: lesson }) => `${id}/${lesson}`)).size).toBe(rows.length)
	expect(await listLessonChanges(deps, EPOCH)).toEqual([])
	const [first] = rows
	if (!first) throw new Error('no lesson')
	await deps.db
		.insertInto('lesson_revisions')
		.values({ ...first, text_hash: Buffer.alloc(32), seen_at: clock.now() })
		.execute()
	clock.advance(1000)
	await recordLessonRevisions(deps)
	expect(await listLessonChanges(deps, EPOCH)).toEqual([{ moduleId: first.module_id, lessonId: first.lesson_id, changedAt: clock.now() }])
	expect(await listLessonChanges(deps, new Date(clock.now().getTime() + 1))).toEqual([])
})

test('after an edit, the same metric is compared over equal periods before and after', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await editedBefore(wire, 10)
	// Six people opened the lesson in the ten days before the change. Two of them continued, one only after the change. A seventh
	// opened it even earlier.
	for (const goesOnAt of [15, 5, null, null, null, null]) await open(wire, { at: 18, goesOnAt })
	await open(wire, { at: 21, goesOnAt: 20 })
	// Five people opened it since the change, and four of them continued.
	for (const goesOnAt of [7, 7, 7, 7, null]) await open(wire, { at: 8, goesOnAt })
	const { text } = await getCounted(wire, operator, '/admin/overview?view=learning')
	const [row] = rowsOf(text, 'Drop-off before and after the text changed')
	expect(row?.slice(2)).toEqual(['10', '5 of 6 83%', '1 of 5 20%'])
	expect((await getCounted(wire, operator, '/admin/overview.csv')).text).toContain(`edit,1/${HERE?.id} continued after,4`)
})
