import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { compareProducts, hasMetricsSince, periodBefore } from './compare.ts'

test('the previous period has the same length and ends where this one starts', () => {
	const period = { since: new Date('2026-03-01T00:00:00Z'), until: new Date('2026-03-08T00:00:00Z') }
	expect(periodBefore(period)).toEqual({ since: new Date('2026-02-22T00:00:00Z'), until: period.since })
	const beforeMonth = (until: string) => periodBefore({ ...period, until: new Date(`${until}T00:00:00Z`), preset: 'month=this' })
	expect(beforeMonth('2026-03-08')).toEqual({ since: new Date('2026-02-01T00:00:00Z'), until: new Date('2026-02-08T00:00:00Z') })
	expect(beforeMonth('2026-03-31')).toEqual({ since: new Date('2026-01-30T00:00:00Z'), until: period.since })
	const march = { since: period.since, until: new Date('2026-04-01T00:00:00Z'), preset: 'month=last' }
	expect(periodBefore(march)).toEqual({ since: new Date('2026-02-01T00:00:00Z'), until: period.since })
})

test('a period is complete only if figures exist for its first day', async () => {
	const { deps } = await makeTestDeps()
	const from = (day: string) => hasMetricsSince(deps.db, { since: new Date(`${day}T00:00:00Z`), until: new Date('2026-04-01T00:00:00Z') })
	expect(await from('2026-03-10')).toBe(false)
	const sum = { part: 'events', figure: 'paid', of: 'usd ', day: '2026-03-10', amount: 1 }
	await deps.db.insertInto('daily_metrics').values(sum).execute()
	await deps.db
		.insertInto('daily_metrics')
		.values({ ...sum, part: 'sections/1', day: '2026-03-01' })
		.execute()
	expect([await from('2026-03-09'), await from('2026-03-10'), await from('2026-03-11')]).toEqual([false, true, true])
})

test('a product sold in two currencies is compared with its own revenue in each', () => {
	const sold = (currency: string, paidCents: number) => ({ code: 'all', name: 'All', currency, orders: 1, paidCents, refundedCents: 0 })
	const compare = (before: Parameters<typeof compareProducts>[1]) =>
		compareProducts([sold('eur', 3000), sold('usd', 2000), { ...sold('usd', 6000), code: 'one' }], before)
	expect(compare([sold('eur', 1500), sold('usd', 4000)])).toMatchObject([
		{ share: 1, before: 1500 },
		{ share: 0.25, before: 4000 },
		{ share: 0.75, before: 0 },
	])
	expect(compare(null).map(({ before }) => before)).toEqual([null, null, null])
})
