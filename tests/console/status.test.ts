import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { recordServedMinute } from '#server/services/operations/server-figures/served-minutes.ts'
import { startWire } from '#tests/wire/test-client.ts'

test('visitors see the availability of each day, without scripts, and that the database does not answer', async () => {
	const wire = await startWire()
	const read = async () => {
		const answer = await wire.app.request('http://localhost:3000/status')
		const html = await answer.text()
		return {
			status: answer.status,
			policy: answer.headers.get('content-security-policy'),
			html,
			text: html
				.replaceAll('<!-- -->', '')
				.replaceAll(/<[^>]*>/g, ' ')
				.replaceAll(/\s+/g, ' '),
		}
	}
	const first = await read()
	expect(first).toMatchObject({ status: 200, policy: expect.not.stringContaining('script-src') })
	expect(first.html).not.toContain('<script')
	expect(first.text).toContain('Nothing was measured yet')

	for (let minute = 0; minute < 4; minute += 1) {
		if (minute !== 2) await recordServedMinute(wire.deps)
		wire.clock.advance(60_000)
	}
	const { text } = await read()
	expect(text).toContain('75.00% available in the last 30 days')
	expect(text).toContain('1 of 4 minutes were not served. We aim for 99.9%. Older minutes were not measured.')
	expect(text).toMatch(/\w+ \d+, \d{4} 75\.00% 1 min/)

	await sql`alter table daily_metrics rename to away`.execute(wire.deps.db)
	const failed = await read()
	expect(failed.status).toBe(500)
	expect(failed.text).toContain('Not everything works')
	expect(failed.text).not.toContain('daily_metrics')
})
