import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { PAGE_SIZE } from '#server/console/shell/lists.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const AT = `now() - each * interval '1 hour'`

/** Every paginated list: its path, its table and a function that creates numbered rows. */
const LISTS = [
	[
		'orders',
		'orders',
		{
			email: `each || '@list.test'`,
			product_code: `'x'`,
			product_name: `'x'`,
			currency: `'usd'`,
			subtotal_cents: '1',
			total_cents: '1',
			provider: `'stripe'`,
			livemode: 'false',
			client_address: `''`,
			created_at: AT,
			updated_at: AT,
			refund_policy_version: `'x'`,
		},
	],
	['learners', 'auth.users', { id: 'gen_random_uuid()', email: `each || '@list.test'`, created_at: AT, updated_at: AT }],
	['tickets', 'support_tickets', { name: `'x'`, email: `each || '@list.test'`, subject: `'x'`, message: `'x'`, due_at: AT }],
	['applications', 'job_applications', { name: `'x'`, email: `each || '@list.test'`, message: `'x'` }],
	['feedback', 'module_feedback', { module_id: '1', is_helpful: 'true' }],
	['early-access', 'early_access_requests', { email: `each || '@list.test'`, module_id: '2' }],
	['messages', 'outbox_messages', { channel: `'email'`, to_address: `'x'`, template: `'x'`, subject: `'x'`, body: `''`, created_at: AT }],
	[
		'sms',
		'sms_messages',
		{
			user_id: '(select id from auth.users limit 1)',
			kind: `'phone_verification'`,
			to_phone: `'+15555550100'`,
			country: `'US'`,
			status: `'sent'`,
			created_at: AT,
		},
	],
	['subscribers', 'newsletter_subscriptions', { email: `each || '@list.test'`, source: `'blog'`, requested_at: AT, created_at: AT }],
	['imports', 'subscriber_imports', { file_name: `'x'`, encoding: `'utf-8'`, created_at: AT }],
	['newsletter', 'newsletter_issues', { subject: `'x'`, body: `'x'`, created_at: AT, changed_at: AT }],
	['actions', 'operator_actions', { role: `'operator'`, action: `'x'`, object_kind: `'order'`, object_id: `'x'`, created_at: AT }],
] as const

test.each(LISTS)('%s: fifty rows fit on a page, and the fifty-first is on the next', async (path, table, row) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const add = (from: number, count: number) =>
		sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
			select ${sql.join(Object.values(row).map((value) => sql.raw(value)))}
			from generate_series(${from}::int, ${from + count - 1}::int) as each`.execute(wire.deps.db)
	const open = async (address: string) => {
		const { text } = await operator.get(address)
		const [, next] = /href="([^"]+)"[^>]*>Next</.exec(text) ?? []
		// Some pages show a summary above the list.
		const list = text.split('<tbody>').at(-1) ?? ''
		return { rows: list.split('<tr>').length - 1, next: next?.replaceAll('&amp;', '&') }
	}
	// Some tables already have rows, such as the operator's account, which only the learner list excludes.
	await add(1, PAGE_SIZE - (path === 'learners' ? 0 : await wire.countRows(table)))
	expect(await open(`/admin/${path}`)).toEqual({ rows: PAGE_SIZE, next: undefined })
	await add(PAGE_SIZE + 1, 1)
	const { rows, next = '' } = await open(`/admin/${path}`)
	expect([rows, await open(next)]).toEqual([PAGE_SIZE, { rows: 1, next: undefined }])
})
