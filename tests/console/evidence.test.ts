import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { DocumentBlock, PrintedDocument } from '#server/adapters/documents/port.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const { taughtModule } = loadedContent

const LESSON = taughtModule(1).sections.find(({ lessonId }) => lessonId !== null)

/** Records every printed document. */
function watchPrinter({ deps }: Wire): PrintedDocument[] {
	const printed: PrintedDocument[] = []
	const { documents } = deps
	Object.assign(deps, {
		documents: {
			...documents,
			print: (document: PrintedDocument) => {
				printed.push(document)
				return documents.print(document)
			},
		},
	})
	return printed
}

const wordsOf = (block: DocumentBlock): string => {
	if (block.kind === 'table') return block.rows.map(({ cells }) => cells.join(' | ')).join('\n')
	if (block.kind === 'field') return `${block.label}: ${block.value}`
	return block.kind === 'text' || block.kind === 'heading' ? block.text : ''
}

async function use({ deps: { db }, clock }: Wire, userId: string, orderId: string) {
	const at = clock.now()
	await db
		.insertInto('content_reads')
		.values({ user_id: userId, module_id: 1, kind: 'lesson', content_id: LESSON?.lessonId ?? '', first_read_at: at, last_read_at: at })
		.execute()
	await db
		.insertInto('lesson_quiz_attempts')
		.values({
			user_id: userId,
			attempt_id: randomUUID(),
			module_id: 1,
			lesson_id: LESSON?.lessonId ?? '',
			answers: '[]',
			score: 3,
			total: 5,
			attempted_at: at,
		})
		.execute()
	await db
		.insertInto('downloads')
		.values({ order_id: orderId, user_id: userId, document: 'sales-page-builder', format: 'pdf', first_at: at, last_at: at, times: 2 })
		.execute()
	await db
		.insertInto('auth.audit_log_entries')
		.values({ action: 'login', outcome: 'success', user_id: userId, ip_address: '203.0.113.7', user_agent: 'Firefox/140', created_at: at })
		.execute()
}

test('dispute evidence is a PDF of the order’s records, and making it is logged', async () => {
	const wire = await startWire()
	const printed = watchPrinter(wire)
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const other = await buyAsLearner(wire.deps)
	const before = { action: 'login', outcome: 'success', user_id: learner.userId, ip_address: '198.51.100.9' } as const
	await wire.deps.db
		.insertInto('auth.audit_log_entries')
		.values({ ...before, user_agent: '', created_at: new Date(wire.clock.now().getTime() - 60_000) })
		.execute()
	wire.clock.advance(60_000)
	await use(wire, learner.userId, orderId)
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get(`/admin/orders/${orderId}`)).text).toContain('Dispute evidence (PDF)')
	const file = await operator.post(`/admin/orders/${orderId}/evidence`)
	expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition'), file.text.slice(0, 5)]).toEqual([
		200,
		'application/pdf',
		`attachment; filename="order-${orderId.slice(-8)}-record.pdf"`,
		'%PDF-',
	])
	const text = printed.at(-1)?.blocks.map(wordsOf).join('\n') ?? ''
	const order = await wire.deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
	for (const word of [
		orderId,
		learner.email,
		order.paid_at?.toISOString().slice(0, 19).replace('T', ' ') ?? '',
		'Payment | pi_',
		`Refund policy, version: ${order.refund_policy_version}`,
		`Consent to immediate access, version: ${order.waiver_version}`,
		'Text next to the button: “By continuing you confirm',
		`Module 1: ${LESSON?.title}`,
		'sales-page-builder.pdf',
		'203.0.113.7 | ',
		'3 of 5',
	])
		expect(text).toContain(word)
	expect(text).not.toContain(before.ip_address)
	expect(text).not.toContain(other.orderId)
	expect(text).not.toContain(other.learner.email)
	const done = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).execute()
	expect(done).toEqual([{ action: 'evidence_made', object_id: orderId }])
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get(`/admin/orders/${orderId}`)).text).not.toContain('Dispute evidence')
	expect((await support.post(`/admin/orders/${orderId}/evidence`)).status).toBe(403)
})

test.each([
	['active', null, /never \| active/],
	['active', '2020-01-01T00:00Z', /2020-01-01 [\d:]+[^|]* \| ended/],
	['revoked', null, /– \| revoked/],
] as const)('dispute evidence of %s access with the end %s', async (state, ends, row) => {
	const wire = await startWire()
	const printed = watchPrinter(wire)
	const { orderId } = await buyAsLearner(wire.deps)
	await wire.deps.db.updateTable('entitlements').set({ state, ends_at: ends }).execute()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post(`/admin/orders/${orderId}/evidence`)
	expect(printed.at(-1)?.blocks.map(wordsOf).join('\n')).toMatch(row)
})

test('dispute evidence reports unused access and an erased buyer', async () => {
	const wire = await startWire()
	const printed = watchPrinter(wire)
	const { orderId } = await buyAsLearner(wire.deps)
	await wire.deps.db
		.updateTable('orders')
		.set({
			user_id: null,
			email: null,
			person_erased_at: wire.clock.now(),
			waiver_version: '2020-01-01',
			waiver_accepted_at: wire.clock.now(),
		})
		.where('id', '=', orderId)
		.execute()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.post(`/admin/orders/${orderId}/evidence`)).status).toBe(200)
	const text = printed.at(-1)?.blocks.map(wordsOf).join('\n') ?? ''
	expect(text).toContain('deleted at the buyer’s request')
	expect(text).toContain('No account belongs to this order.')
	// The evidence must not show today's consent text for an earlier version.
	expect(text).toContain('Consent to immediate access, version: 2020-01-01')
	expect(text).not.toContain('Text next to the checkbox')
})
