import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { factsOf } from './read-table.ts'
import { uploadList } from './upload-list.ts'

// Each value of a record differs from the others, so that none can be shown under another name.

const HOUR_MS = 3_600_000

test('a coupon’s page shows each of its limits', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const page = '/admin/coupons/new-coupon'
	await operator.get(page)
	const offer = { 'offer-digital-income-mastery-lifetime': 'on' }
	const limits = { from: '2098-01-02T10:00', until: '2099-03-04T12:30', total: '50', each: '2' }
	expect((await operator.post(page, { coupon: 'SOON', kind: 'percent', off: '25', ...offer, ...limits })).status).toBe(303)
	expect(factsOf((await operator.get('/admin/coupons/SOON')).text)).toMatchObject({
		Status: 'scheduled',
		Discount: '25% off',
		Used: '0 of 50',
		'Total uses': '50',
		'Uses per person': '2',
		Starts: '2098-01-02T15:00:00.000Z',
		Ends: '2099-03-04T17:30:00.000Z',
	})
	expect((await operator.post(page, { coupon: 'ALWAYS', kind: 'amount', off: '5', ...offer })).status).toBe(303)
	expect(factsOf((await operator.get('/admin/coupons/ALWAYS')).text)).toMatchObject({
		Discount: '$5 off',
		'Total uses': 'no limit',
		'Uses per person': 'no limit',
		Starts: 'immediately',
		Ends: 'never',
	})
})

test('a bulk action’s page counts what was done, skipped and failed, and says when it began and ended', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { db } = wire.deps
	const created = wire.clock.now()
	const [started, ended] = [new Date(created.getTime() + HOUR_MS), new Date(created.getTime() + 3 * HOUR_MS)]
	const job = { action: 'grant-access', user_id: operator.userId, role: 'operator', reason: 'A gift', state: 'done' } as const
	const { id } = await db
		.insertInto('bulk_jobs')
		.values({ ...job, created_at: created, started_at: started, ended_at: ended })
		.returning('id')
		.executeTakeFirstOrThrow()
	const outcomes = [...Array(4).fill('done'), ...Array(2).fill('skipped'), 'failed'] as ('done' | 'skipped' | 'failed')[]
	const rows = outcomes.map((outcome, place) => ({ job_id: id, place, object_kind: 'account', object_id: operator.userId, outcome }))
	await db.insertInto('bulk_rows').values(rows).execute()
	expect(factsOf((await operator.get(`/admin/bulk/${id}`)).text)).toMatchObject({
		Status: 'done',
		Done: '4',
		Skipped: '2',
		Failed: '1',
		Started: started.toISOString(),
		Ended: ended.toISOString(),
		Reason: 'A gift',
	})
})

test('an import’s page says when the file was uploaded and when it was imported', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { to } = await uploadList(wire, operator, 'email\nana@example.test\n')
	const uploaded = wire.clock.now()
	expect(factsOf((await operator.get(to)).text)).toMatchObject({ Uploaded: uploaded.toISOString(), Imported: '–', Encoding: 'UTF-8' })
	wire.clock.advance(5 * 60_000)
	await operator.post(`${to}/apply`, { signs: 'no', reason: 'An old list', code: operator.code() })
	expect(factsOf((await operator.get(to)).text)).toMatchObject({
		Uploaded: uploaded.toISOString(),
		Imported: wire.clock.now().toISOString(),
	})
})

test('a subscriber’s page shows when they asked, confirmed and left', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const at = (hours: number) => new Date(wire.clock.now().getTime() - hours * HOUR_MS)
	const left = { email: 'ana@example.test', source: 'popup', status: 'unsubscribed', first_name: 'Ana' } as const
	const { id } = await wire.deps.db
		.insertInto('newsletter_subscriptions')
		.values({ ...left, requested_at: at(9), confirmed_at: at(7), unsubscribed_at: at(2), created_at: at(9) })
		.returning('id')
		.executeTakeFirstOrThrow()
	expect(factsOf((await support.get(`/admin/subscribers/${id}`)).text)).toMatchObject({
		Status: 'unsubscribed',
		'First name': 'Ana',
		Source: 'pop-up',
		Requested: at(9).toISOString(),
		Confirmed: at(7).toISOString(),
		Unsubscribed: at(2).toISOString(),
	})
})
