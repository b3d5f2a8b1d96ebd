import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { OTHER_SOURCES } from '#domain/visits/name-source.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

const { visitSources } = loadedContent

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const report = ({ request }: Wire, body: object, headers: Record<string, string> = {}) =>
	request('/api/visits', {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, ...headers },
		body: JSON.stringify(body),
	})

const counted = async ({ deps }: Wire) => {
	await deps.state.of(createVisitCounter).flush()
	const { rows } = await sql<{ day: string; step: string; source: string; count: number }>`
		select day::text, step, source, count from visit_counts order by step, source`.execute(deps.db)
	return rows
}

test('steps are counted per day and source, and written together', async () => {
	const wire = await startWire()
	// Visits are counted by the academy's day, which differs from the UTC day for some hours.
	const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(wire.clock.now())
	for (let times = 0; times < 3; times += 1) expect((await report(wire, { step: 'visit', host: 'www.google.com' })).status).toBe(204)
	await report(wire, { step: 'visit' })
	expect(await counted(wire)).toEqual([
		{ day, step: 'visit', source: 'direct', count: 1 },
		{ day, step: 'visit', source: 'google', count: 3 },
	])
	await report(wire, { step: 'quiz', name: 'newsletter', host: 'mail.example' })
	await report(wire, { step: 'visit', host: 'google.de' })
	expect((await counted(wire)).map(({ step, source, count }) => [step, source, count])).toEqual([
		['quiz', 'newsletter', 1],
		['visit', 'direct', 1],
		['visit', 'google', 4],
	])
})

test.each([
	['a browser that sends Global Privacy Control', { 'sec-gpc': '1' }],
	['a browser that sends Do Not Track', { dnt: '1' }],
	['a bot that identifies itself', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
	['a client without a user agent', { 'user-agent': '' }],
])('%s gets the usual answer and isn’t counted', async (_who, headers) => {
	const wire = await startWire()
	expect((await report(wire, { step: 'visit' }, headers)).status).toBe(204)
	expect(await counted(wire)).toEqual([])
})

test('an internal referrer starts no visit, and later steps have an unknown source', async () => {
	const wire = await startWire()
	await report(wire, { step: 'visit', host: 'localhost:3000' })
	await report(wire, { step: 'checkout', host: 'localhost:3000' })
	expect((await counted(wire)).map(({ step, source }) => [step, source])).toEqual([['checkout', 'unknown']])
})

test('arbitrary input isn’t stored in counts, and strangers can’t fill the table', async () => {
	const wire = await startWire()
	const secrets = ['ana@example.com', '0190b2f4-3c1c-7b6e-9d0a-111111111111', '203.0.113.7', "';drop table orders", 'ana-miller', '𝕏', '%']
	for (const secret of secrets)
		for (const body of [{ name: secret }, { host: secret }, { name: secret, host: secret }]) await report(wire, { step: 'visit', ...body })
	for (let number = 0; number < 50; number += 1)
		await report(wire, { step: 'signup', name: `campaign-${number}`, host: `h${number}.example` })
	const rows = await counted(wire)
	const [stored] = await wire.deps.db.selectFrom('visit_counts').selectAll().execute()
	expect(Object.keys(stored ?? {}).toSorted()).toEqual(['count', 'day', 'source', 'step'])
	const names = [...visitSources.map(({ name }) => name), ...OTHER_SOURCES]
	expect(rows.filter(({ source }) => !names.includes(source))).toEqual([])
	expect(rows.map(({ step, source, count }) => [step, source, count])).toEqual([
		['signup', 'other', 50],
		['visit', 'other', 21],
	])
	const refused = await report(wire, { step: 'visit', name: 'n'.repeat(101) })
	expect([refused.status, (await report(wire, { step: 'paid' })).status, (await report(wire, { step: 'visit', user: 1 })).status]).toEqual([
		400, 400, 400,
	])
})

test('counts that couldn’t be written are written with the next ones', async () => {
	const wire = await startWire()
	const counter = createVisitCounter(wire.deps.db)
	const one = { day: '2026-11-23', step: 'visit', source: 'direct' } as const
	counter.count(one, wire.deps.log)
	await wire.deps.db.schema.alterTable('visit_counts').renameTo('visit_counts_away').execute()
	await expect(counter.flush()).rejects.toThrow('visit_counts')
	await wire.deps.db.schema.alterTable('visit_counts_away').renameTo('visit_counts').execute()
	counter.count(one, wire.deps.log)
	await counter.flush()
	expect((await counted(wire)).map(({ count }) => count)).toEqual([2])
})
