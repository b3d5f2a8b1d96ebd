import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

test('the list, its CSV and the learner’s page say how many lessons are finished; lessons that no longer exist don’t count', async () => {
	const wire = await startWire()
	const { userId, email } = await makeLearner(wire.deps, 'ana@progress.test')
	await makeLearner(wire.deps, 'bo@progress.test')
	const [one, two] = loadedContent.taughtModules[0]?.sections.map(({ id }) => `1/${id}`) ?? []
	await sql`insert into progress_entries (user_id, kind, key, done, changed_at) select ${userId}, kind, key, done, now() from (values
		('reading', ${one}, true), ('reading', ${two}, false), ('section', ${two}, true), ('reading', '1/gone', true)) as told (kind, key, done)`.execute(
		wire.deps.db,
	)
	const operator = await openConsoleAs(wire, 'operator')
	const progressOf = (text: string) => rowsOf(text, 'Learners').map((cells) => [cells[1], cells.at(-1)])
	const all = [
		[email, '1 of 48 lessons'],
		['bo@progress.test', '–'],
	]
	expect(progressOf((await operator.get('/admin/learners?sort=email')).text)).toEqual(all)
	expect(progressOf((await operator.get('/admin/learners?q=ana@')).text)).toEqual(all.slice(0, 1))
	const file = await operator.post('/admin/learners.csv', { sort: 'email', code: operator.code() })
	expect(
		file.text
			.trim()
			.split('\r\n')
			.map((line) => line.split(',').at(-1)),
	).toEqual(['finished lessons', '1', '0'])
	expect((await operator.get(`/admin/learners/${userId}`)).text).toContain('1 of 48 lessons finished (2%)')
})

test('the learner’s timeline distinguishes begun from finished modules', async () => {
	const wire = await startWire()
	const { userId } = await makeLearner(wire.deps)
	await sql`insert into progress_entries (user_id, kind, key, done, changed_at)
		values (${userId}, 'module', '1', true, now()), (${userId}, 'module', '2', false, now())`.execute(wire.deps.db)
	const { text } = await (await openConsoleAs(wire, 'support')).get(`/admin/learners/${userId}`)
	expect(text.match(/Module \d(?: started)?(?=<)/g)?.toSorted()).toEqual(['Module 1', 'Module 2 started'])
})
