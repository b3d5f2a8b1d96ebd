import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { alertOperator } from './alert-operator.ts'
import { acknowledgeAlert, acknowledgeKind, listOpenAlerts } from './open-alerts.ts'

test('an alert is closed once, under a name, and is neither listed nor sent again', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const alert = { kind: 'bounces', key: 'bounces:2026-11-23', facts: { cameBack: '9 of 30' } } as const
	const tell = () => deps.db.transaction().execute((tx) => alertOperator(ctx, tx, alert))
	await tell()
	const { alerts } = await listOpenAlerts(ctx)
	const id = alerts[0]?.id ?? ''
	const facts = [{ name: 'cameBack', label: 'Came back', value: '9 of 30' }]
	expect(alerts).toMatchObject([{ kind: 'bounces', heading: 'Many emails bounce', facts, mail: 'waiting' }])

	for (const [status, mail] of [
		['sending', 'waiting'],
		['sent', 'sent'],
		['bounced', 'failed'],
	] as const) {
		await deps.db.updateTable('outbox_messages').set({ status }).execute()
		expect((await listOpenAlerts(ctx)).alerts).toMatchObject([{ mail }])
	}
	const outcomes = await Promise.all([1, 2, 3, 4].map(() => acknowledgeAlert(ctx, id, 'Kim')))
	expect([outcomes.filter((one) => one === 'closed').length, outcomes.length]).toEqual([1, 4])
	expect([await acknowledgeAlert(ctx, randomUUID(), 'Kim'), await acknowledgeAlert(ctx, 'no id', 'Kim')]).toEqual([null, null])
	expect([await tell(), await listOpenAlerts(ctx)]).toEqual([false, { alerts: [], total: 0 }])
	const said = await deps.db.selectFrom('auth.audit_log_entries').select('payload').where('action', '=', 'alert_closed').execute()
	expect(said).toMatchObject([{ payload: { by: 'Kim', alert: id, kind: 'bounces' } }])
})

test('closing all alerts of a kind leaves those raised after the list was shown', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const tell = (kind: 'bounces' | 'dead_letters', key: string) =>
		deps.db.transaction().execute((tx) => alertOperator(ctx, tx, { kind, key, facts: {} }))
	for (const key of ['1', '2', '3']) await tell('dead_letters', key)
	await tell('bounces', '4')
	const until = deps.now()
	clock.advance(60_000)
	await tell('dead_letters', '5')
	const counts = await Promise.all([1, 2].map(() => acknowledgeKind(ctx, { kind: 'dead_letters', until }, 'Kim')))
	expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
	expect((await listOpenAlerts(ctx)).alerts.map(({ kind }) => kind)).toEqual(['dead_letters', 'bounces'])
})
