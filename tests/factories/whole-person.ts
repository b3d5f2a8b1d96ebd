import { randomUUID } from 'node:crypto'

import type { Deps } from '#server/services/context.ts'

import { makeLearner } from './learner.ts'
import { makeOrder } from './snapshot.ts'
import { fillAccount, sampleHash, type WholePerson } from './whole-account.ts'

async function fillLearning(deps: Deps, { userId, name }: WholePerson): Promise<void> {
	const { db } = deps
	const now = deps.now()
	const own = { user_id: userId }
	await db
		.insertInto('progress_entries')
		.values({ ...own, kind: 'module', key: '1', done: true, changed_at: now, stored_at: now })
		.execute()
	await db
		.insertInto('lesson_quiz_attempts')
		.values({ ...own, attempt_id: userId, module_id: 1, lesson_id: 'l', answers: '[0]', score: 1, total: 1, attempted_at: now })
		.execute()
	await db
		.insertInto('content_reads')
		.values({ ...own, module_id: 1, kind: 'lesson', content_id: 'l', first_read_at: now, last_read_at: now })
		.execute()
	await db
		.insertInto('planner_weeks')
		.values({
			...own,
			week: '2026-11-16',
			focus_area: `plan of ${name}`,
			focus_changed_at: now,
			rows: '[]',
			look_back: JSON.stringify({ worked: `calls of ${name}` }),
			stored_at: now,
		})
		.execute()
	await db
		.insertInto('certificates')
		.values({
			...own,
			course_code: 'c',
			course_name: 'Course',
			learner_name: name,
			issued_at: now,
			credential: JSON.stringify({ credentialSubject: { name } }),
		})
		.execute()
}

async function fillInvoice({ db, now }: Deps, { orderId, email, name }: { orderId: string; email: string; name: string }): Promise<void> {
	await db
		.insertInto('invoices')
		.values({
			kind: 'invoice',
			number: `INV-${orderId}`,
			series: `INV-${orderId}`,
			year: 2026,
			sequence: 1,
			order_id: orderId,
			currency: 'usd',
			net_cents: 4700,
			tax_cents: 0,
			gross_cents: 4700,
			tax_kind: 'not_subject',
			tax_rate: 0,
			item: 'Course',
			seller: {},
			buyer: { name, email, address: null, vatId: null },
			livemode: false,
			issued_at: now(),
			supplied_at: now(),
		})
		.execute()
}

async function fillTransfer({ db, now }: Deps, orderId: string): Promise<void> {
	const own = { checkout_id: `bt_${orderId}`, order_id: orderId, created_at: now() }
	const amounts = { currency: 'usd', subtotal_cents: 4700, discount_cents: 0, total_cents: 4700 }
	await db
		.insertInto('bank_transfers')
		.values({ ...own, ...amounts, attempt: 1, reference: `LW-${orderId}`, livemode: false, expires_at: now() })
		.execute()
	await db
		.insertInto('bank_transfer_refunds')
		.values({ ...own, id: `btr_${orderId}`, request_ref: orderId, amount_cents: 700 })
		.execute()
}

async function fillMessages(deps: Deps, { userId, email, phone, name }: WholePerson): Promise<void> {
	const { db } = deps
	const now = deps.now()
	const own = { user_id: userId }
	await db
		.insertInto('user_sms_settings')
		.values({ ...own, phone_number: phone, verified: true })
		.execute()
	await db
		.insertInto('sms_logs')
		.values({ ...own, type: 'course_progress', message: `Hello ${name}`, status: 'sent', created_at: now })
		.execute()
	const { id } = await db
		.insertInto('sms_messages')
		.values({ ...own, kind: 'course_progress', to_phone: phone, country: 'US', body: `Hello ${name}`, status: 'sent', created_at: now })
		.returning('id')
		.executeTakeFirstOrThrow()
	await db
		.insertInto('sms_course_events')
		.values({ ...own, module_id: 1, section_id: 's', message_id: id, created_at: now })
		.execute()
	await db
		.insertInto('sms_codes')
		.values({ ...own, purpose: 'phone_verification', phone, message_id: id, expires_at: now })
		.execute()
	await db
		.insertInto('sms_consents')
		.values({ ...own, phone, text_version: '1', words: 'w', source: 'settings', ip_address: '203.0.113.9', created_at: now })
		.execute()
	const mail = {
		channel: 'email' as const,
		template: 'order.receipt',
		subject: 's',
		body: `Hello ${name}`,
		status: 'sent' as const,
		created_at: now,
	}
	await db
		.insertInto('outbox_messages')
		.values({ ...mail, to_address: email })
		.execute()
	const notice = { ...mail, template: 'support.ticket-notice', headers: JSON.stringify({ 'Reply-To': email }) }
	await db
		.insertInto('outbox_messages')
		.values({ ...notice, to_address: 'operator@example.test' })
		.execute()
}

async function fillForms(deps: Deps, { userId, email, name }: WholePerson): Promise<void> {
	const { db } = deps
	const now = deps.now()
	await db
		.insertInto('newsletter_subscriptions')
		.values({ email, first_name: name, source: 'blog', status: 'confirmed', requested_at: now, confirmed_at: now })
		.execute()
	const file = { id: randomUUID(), file_name: 'list.csv', encoding: 'utf-8', created_by: userId, created_at: now }
	await db.insertInto('subscriber_imports').values(file).execute()
	const row = { import_id: file.id, line: 2, typed: email, email, first_name: name, verdict: 'known' as const }
	await db.insertInto('subscriber_import_rows').values(row).execute()
	await db
		.insertInto('mailbox_verifications')
		.values({ token_hash: sampleHash(email), email, created_at: now, expires_at: now })
		.execute()
	await db.insertInto('early_access_requests').values({ email, module_id: 2, created_at: now }).execute()
	await db
		.insertInto('module_feedback')
		.values({ module_id: 2, is_helpful: true, suggestion: `by ${name}`, user_id: userId, created_at: now })
		.execute()
	const note = { user_id: userId, body: `About ${name}`, created_at: now }
	await db.insertInto('learner_notes').values(note).execute()
	await db.insertInto('learner_tags').values({ user_id: userId, name, created_at: now }).execute()
	const ticket = await db
		.insertInto('support_tickets')
		.values({ name, email, subject: 's', message: `I am ${name}`, due_at: now, created_at: now })
		.returning('id')
		.executeTakeFirstOrThrow()
	const answer = { ticket_id: ticket.id, body: `Dear ${name}`, message_id: ticket.id, created_at: now }
	await db.insertInto('ticket_messages').values(answer).execute()
	const { id } = await db
		.insertInto('job_applications')
		.values({ name, email, message: 'm', created_at: now })
		.returning('id')
		.executeTakeFirstOrThrow()
	const content = Buffer.from(`%PDF-1.7 ${name}`)
	await db
		.insertInto('job_application_files')
		.values({
			application_id: id,
			file_name: `${name}.pdf`,
			size_bytes: content.length,
			sha256: sampleHash('f'),
			has_active_content: false,
			content,
		})
		.execute()
}

async function fillOrder(deps: Deps, { userId, email, name, orderId }: WholePerson): Promise<void> {
	const { db } = deps
	const now = deps.now()
	const own = { order_id: orderId }
	await db
		.updateTable('orders')
		.set({ user_id: userId, email, buyer_key: `user:${userId}`, status: 'partially_refunded', paid_at: now, discount_code: 'LAUNCH1' })
		.where('id', '=', orderId)
		.execute()
	await db
		.insertInto('entitlements')
		.values({ ...own, product_code: 'p', user_id: userId, email, granted_at: now })
		.execute()
	await db
		.insertInto('downloads')
		.values({ ...own, user_id: userId, document: 'roi-tracker', format: 'pdf', first_at: now, last_at: now })
		.execute()
	await db
		.insertInto('discount_redemptions')
		.values({ ...own, code: 'LAUNCH1', email, state: 'redeemed', held_until: now, redeemed_at: now })
		.execute()
	await db
		.insertInto('checkout_sessions')
		.values({
			...own,
			provider_session_id: `cs_${orderId}`,
			attempt: 1,
			url: `https://pay.example/?email=${email}`,
			state: 'complete',
			payment_status: 'paid',
			expires_at: now,
			as_of: now,
		})
		.execute()
	const payment = { ...own, provider_payment_id: `pi_${orderId}`, amount_cents: 4700, as_of: now }
	await db
		.insertInto('payments')
		.values({ ...payment, status: 'succeeded', paid_at: now })
		.execute()
	await db
		.insertInto('refunds')
		.values({ ...payment, provider_refund_id: `re_${orderId}`, amount_cents: 700, status: 'succeeded', created_at: now })
		.execute()
	await db
		.insertInto('disputes')
		.values({ ...payment, provider_dispute_id: `dp_${orderId}`, status: 'won', reason: 'general' })
		.execute()
	await fillInvoice(deps, { orderId, email, name })
	await fillTransfer(deps, orderId)
	await db
		.insertInto('order_alerts')
		.values({ ...own, kind: 'dispute', detail: '{}', created_at: now })
		.execute()
	await db
		.insertInto('operator_alerts')
		.values({ kind: 'dispute', dedupe_key: `order:${orderId}`, facts: { order: orderId }, created_at: now })
		.execute()
	await db
		.insertInto('payment_events')
		.values({ ...own, provider: 'sandbox', event_id: `evt_${orderId}`, type: 't', livemode: false, received_at: now })
		.execute()
	await db
		.insertInto('refund_requests')
		.values({
			...own,
			user_id: userId,
			kind: 'operator',
			message: `please, ${name}`,
			declared_name: name,
			state: 'refused',
			facts: '{}',
			policy_version: '1',
			amount_cents: 0,
			decided_by: 'operator:o',
			override_reason: `because of ${name}`,
			requested_at: now,
			decided_at: now,
			updated_at: now,
		})
		.execute()
	const seen = JSON.stringify({ customer_email: email.toUpperCase(), client_reference_id: userId })
	await db
		.insertInto('sandbox_stripe.objects')
		.values({ id: `cs_${orderId}`, kind: 'session', body: seen, created_at: now })
		.execute()
	await db
		.insertInto('sandbox_stripe.events')
		.values({ id: `evt_${orderId}`, type: 't', body: seen, created_at: now })
		.execute()
	await db
		.insertInto('sandbox_stripe.idempotency_keys')
		.values({ key: orderId, request_hash: 'h', response: seen, created_at: now })
		.execute()
}

/** Creates a learner with a row in every table. @param name one that occurs nowhere else */
export async function makeWholePerson(deps: Deps, name: string, phone: string) {
	const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`
	const learner = await makeLearner(deps, email)
	const { id: orderId } = await makeOrder(deps)
	const made: WholePerson = { userId: learner.userId, email, phone, name, orderId }
	await fillAccount(deps, made)
	await fillLearning(deps, made)
	await fillMessages(deps, made)
	await fillForms(deps, made)
	await fillOrder(deps, made)
	await deps.db.transaction().execute((tx) =>
		deps.jobs.enqueue(tx, {
			name: 'send-auth-sms',
			payload: { messageId: learner.userId, phone: phone.slice(1), sealed: 'x', goodUntil: 0 },
			options: { delaySeconds: 90 * 86_400 },
		}),
	)
	return { ...learner, ...made }
}
