import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { getCounted, openConsoleAs } from './open-console.ts'
import { cardsOf, rowsOf } from './read-table.ts'

test('lessons, study days, modules and certificates are charted against the period before, and follow what changes', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const operator = await openConsoleAs(wire, 'operator')
	const ids = [await makeLearner(wire.deps, 'ana@learn.test'), await makeLearner(wire.deps, 'bo@learn.test')].map(({ userId }) => userId)
	const [one, two] = loadedContent.taughtModules[0]?.sections.map(({ id }) => `1/${id}`) ?? []
	const add = (who: number, what: { kind: string; key: string | undefined; days: number; done?: boolean }) =>
		sql`insert into progress_entries (user_id, kind, key, done, changed_at, stored_at, first_stored_at)
			select ${ids[who]}, ${what.kind}, ${what.key}, ${what.done ?? true}, at, at, at
			from (select ${wire.clock.now()}::timestamptz - make_interval(days => ${what.days}) as at) as told`.execute(db)
	await sql`update auth.users set created_at = created_at - interval '20 days' where id = ${ids[0]}`.execute(db)
	await add(0, { kind: 'section', key: one, days: 1 })
	await add(0, { kind: 'reading', key: one, days: 1 })
	await add(0, { kind: 'reading', key: two, days: 1 })
	await add(1, { kind: 'section', key: one, days: 1 })
	await add(1, { kind: 'reading', key: one, days: 1, done: false })
	await add(1, { kind: 'section', key: two, days: 2 })
	await add(1, { kind: 'module', key: '1', days: 1 })
	await add(1, { kind: 'reading', key: two, days: 8 })
	await sql`insert into certificates (user_id, course_code, course_name, learner_name, issued_at, credential)
		values (${ids[0]}, 'main', 'x', 'x', ${wire.clock.now()}, '{}')`.execute(db)
	const read = async (chart: string) => {
		const { text } = await getCounted(wire, operator, `/admin/overview?days=7&view=learning&chart=${chart}`)
		const [, caption = ''] = /<caption[^>]*>([^<]+) per day/.exec(text) ?? []
		const tiles = cardsOf(text).map((card) => card.replace(/^(\D+ \d+) .*/, '$1'))
		const days = rowsOf(text, `${caption} per day`).map(([, amount, change]) => `${amount} ${change?.replace(/ in .*/, '')}`)
		return { caption, cards: cardsOf(text), tiles, days }
	}
	const { caption, cards, tiles, days } = await read('learners')
	expect(tiles).toEqual(['Lessons finished 2', 'Study days 3', 'Modules finished 1', 'Certificates 1'])
	expect(cards[0]).toBe('Lessons finished 2 up 100% from 1 in the previous period')
	expect([caption, days.slice(0, 3)]).toEqual(['Study days', ['0 No change', '2 ▲up 100% from 1', '1 ▲up from 0']])
	expect((await read('lessons')).days.slice(0, 3)).toEqual(['0 No change', '2 ▲up 100% from 1', '0 No change'])
	const file = (await getCounted(wire, operator, '/admin/overview.csv?days=7')).text
	expect(file.match(/(?<=learning,).*/g)?.map((line) => line.trim().replace(',', ' '))).toEqual(tiles)
	await sql`update progress_entries set done = true where user_id = ${ids[1]} and kind = 'reading' and key = ${one}`.execute(db)
	await sql`update certificates set revoked_at = now(), revoked_reason = 'issued-in-error'`.execute(db)
	await sql`delete from progress_entries where user_id = ${ids[1]} and kind = 'section' and key = ${two}`.execute(db)
	expect((await read('lessons')).tiles).toEqual(['Lessons finished 3', 'Study days 2', 'Modules finished 1', 'Certificates 0'])
})

test('an academy in which no one has learned yet says so', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	expect((await operator.get('/admin/overview?view=learning')).text).toContain('No lessons were opened in this period')
})
