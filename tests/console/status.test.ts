import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { recordServedMinute } from '#server/services/operations/server-figures/served-minutes.ts'
import { startWire } from '#tests/wire/test-client.ts'

test('visitors see daily availability without scripts, and a database failure', async () => {
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
	expect(first.text).toContain('Nothing has been measured yet')

	for (let minute = 0; minute < 4; minute += 1) {
		if (minute !== 2) await recordServedMinute(wire.deps)
		wire.clock.advance(60_000)
	}
	const { text } = await read()
	expect(text).toMatch(/75\.00% available since \w+ \d+, \d{4}/)
	expect(text).toContain('Down for 1 min of 4 min. We aim for 99.9%.')
	expect(text).toMatch(/\w+ \d+, \d{4} 75\.00% 1 min/)

	await sql`alter table daily_metrics rename to away`.execute(wire.deps.db)
	const failed = await read()
	expect(failed.status).toBe(500)
	expect(failed.text).toContain('The server or its database has a problem')
	expect(failed.text).not.toContain('daily_metrics')
})

test('a rate-limited visitor sees nothing about the academy', async () => {
	const env = { NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SITE_URL: 'https://academy.example.com' }
	const wire = await startWire({ env })
	for (let each = 0; each < 120; each += 1) await wire.app.request('/status')
	const refused = await wire.app.request('/status')
	const html = await refused.text()
	expect(refused.status).toBe(429)
	expect(html).toContain('<h1')
	expect(html).not.toMatch(/ as of |class="badge/)
})
