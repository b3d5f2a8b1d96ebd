import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

test('emails are found by their subject or text, in any case, and the file of a search has the same ones', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await sql`insert into newsletter_issues (subject, body, created_at, changed_at)
		select subject, body, now(), now() from (values ('Spring offer', 'Ten percent off'), ('News', 'The 100% PLAN'), (' ', 'A draft')) as v (subject, body)`.execute(
		wire.deps.db,
	)
	const find = async (typed: string) => {
		const { text } = await operator.get(`/admin/newsletter?q=${encodeURIComponent(typed)}`)
		return rowsOf(text, 'Emails').map(([subject]) => subject)
	}
	expect(await find('SPRING')).toEqual(['Spring offer'])
	expect(await find('100% plan')).toEqual(['News'])
	expect(await find('%')).toEqual(['News'])
	expect((await find('')).length).toBe(3)
	expect((await operator.get('/admin/newsletter?q=nothing')).text).toContain('No emails match.')
	const file = await operator.post('/admin/newsletter.csv?q=plan', { q: 'plan' })
	expect([file.status, file.text.includes('News'), file.text.includes('Spring')]).toEqual([200, true, false])
})
