import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { systemContext } from '#server/services/context.ts'
import { type AlertFacts, type AlertKind, alertMail, toAlertUrl } from '#server/services/messaging/operator-alerts/alert-mails.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { makeOrder } from '#tests/factories/snapshot.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

/** Returns one notice of each kind that Today shows outside the tickets, and one of a kind that this program doesn't know. */
async function noticesOf({ deps }: Wire) {
	const order = (await makeOrder(deps)).id
	const mail = { to: 'ana@mail.example', template: 'order.receipt', subject: 'Receipt', text: 'Paid', html: '' } as const
	const message = (await deps.db.transaction().execute((tx) => enqueueMessage(systemContext(deps, 'test'), tx, mail))) ?? ''
	return {
		terms_mismatch: { order },
		duplicate_payment: { order },
		dispute: { order },
		dispute_deadline: { order },
		early_fraud_warning: { order },
		refund_failed: { order },
		refund_by_hand: { order },
		refund_overdue: { order },
		found_by_reconciler: { order },
		tax_unknown: { order },
		mail_budget_nearly_used: {},
		form_mails_nearly_used: {},
		text_budget_nearly_used: {},
		file_storage_half: {},
		file_storage_full: {},
		privacy_request_waiting: { asks: 'erase', request: randomUUID() },
		bounces: {},
		certificate_key_ends: {},
		backup_missing: {},
		backup_behind: {},
		drill_missing: {},
		drill_failed: {},
		month_missing: {},
		writes_hung: {},
		scheduled_release_failed: {},
		dead_letters: { mail: 'order.receipt', id: message },
		'a kind of later': {},
	} satisfies Record<Exclude<AlertKind, 'message_overdue'> | 'a kind of later', AlertFacts>
}

test('every alert links to the page where it is resolved, in its mail and in the queue', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const facts = Object.entries(await noticesOf(wire))
	await wire.deps.db
		.insertInto('operator_alerts')
		.values(facts.map(([kind, about]) => ({ kind, dedupe_key: kind, facts: JSON.stringify(about), created_at: wire.clock.now() })))
		.execute()
	const { text } = await operator.get('/admin/today')
	const links = [...text.matchAll(/<a href="([^"]+)"[^>]*>Show details/g)].map(([, href = '']) => href)
	expect(links.toSorted()).toEqual(facts.map(([kind, about]) => toAlertUrl(kind, about)).toSorted())
	for (const href of new Set(links)) expect([href, (await operator.get(href)).status]).toEqual([href, 200])
	const [kind, about] = ['dispute', { order: randomUUID() }] as const
	expect(alertMail({ content: loadedContent, config: { ...wire.deps.config, siteUrl: SITE } }, kind, about).text).toContain(
		`${SITE}/admin/orders/${about.order}`,
	)

	const support = await openConsoleAs(wire, 'support')
	const shown = (await support.get('/admin/today')).text
	for (const [, href = ''] of shown.matchAll(/<a href="([^"]+)"[^>]*>Show details/g))
		expect([href, (await support.get(href)).status]).toEqual([href, 200])
})

test('alerts for an overdue ticket or dead job link to the item, not the list', () => {
	expect(toAlertUrl('message_overdue', { message: 'm1' })).toBe('/admin/tickets/m1')
	expect(toAlertUrl('privacy_request_waiting', { asks: 'message', request: 'm2' })).toBe('/admin/tickets/m2')
	expect(toAlertUrl('dead_letters', { job: 'send-refund', id: 'j1' })).toBe('/admin/health/jobs')
	expect(toAlertUrl('dead_letters', { givenUp: '3 × order.receipt (failed)' })).toBe('/admin/messages?failed=1')
})

test('a dead job is listed with its reason and can be restarted once, by operators only', async () => {
	const wire = await startWire()
	const { deps } = wire
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/health/jobs')).text).toContain('No failed jobs.')
	await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, { name: 'announce-articles', payload: {} }))
	const { rows } = await sql<{ id: string }>`update pgboss.job set state = 'failed', retry_count = 3,
		output = '{"message":"no <disk>"}' where name = 'announce-articles' returning id`.execute(deps.db)
	const again = `/admin/health/jobs/${rows[0]?.id}/retry`
	const { text } = await operator.get('/admin/health/jobs')
	for (const words of ['Email new articles to subscribers', 'no &lt;disk&gt;', again]) expect(text).toContain(words)
	expect((await operator.get('/admin/health')).text).toContain('href="/admin/health/jobs"')

	const support = await openConsoleAs(wire, 'support')
	expect((await support.post(again)).status).toBe(403)
	expect((await operator.post(again)).to).toBe('/admin/health/jobs?notice=job-retried')
	expect((await operator.post(again)).to).toBe('/admin/health/jobs?notice=job-unchanged')
	expect((await operator.post('/admin/health/jobs/%00/retry')).to).toBe('/admin/health/jobs?notice=job-unchanged')
	const done = await deps.db
		.selectFrom('operator_actions')
		.select(['action', 'object_kind'])
		.where('action', '=', 'job_retried')
		.orderBy('id')
		.execute()
	expect(done).toEqual([{ action: 'job_retried', object_kind: 'job' }])
	const { rows: left } = await sql<{ state: string }>`select state from pgboss.job where name = 'announce-articles'`.execute(deps.db)
	expect(left).toEqual([{ state: 'created' }])
})
