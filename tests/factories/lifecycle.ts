import { sql } from 'kysely'

import { loadedContent } from '#content/loaded.server.ts'
import { systemContext } from '#server/services/context.ts'
import type { Trigger } from '#server/services/people/lifecycle/automations.ts'
import { sendLifecycle } from '#server/services/people/lifecycle/send-lifecycle.ts'
import { switchAutomation } from '#server/services/people/lifecycle/set-automations.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { buyAsLearner } from './refund.ts'

export const READER = 'reader@example.test'

/**
 * Opens a database with one automation turned on.
 * @param opened by default, a new database
 */
export async function openAutomationWorld(rule: Trigger, opened?: Awaited<ReturnType<typeof makeTestDeps>>) {
	const { deps, clock } = opened ?? (await makeTestDeps())
	const { db, now } = deps
	const ctx = systemContext(deps, 'test')
	await switchAutomation(ctx, db, { name: rule, isOn: true })
	const subscribe = (email = READER) =>
		sql`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
			values (${email}, 'blog', 'confirmed', true, ${now()}, ${now()})
			on conflict (email) do update set requested_at = ${now()}, confirmed_at = ${now()}`.execute(db)
	const order = async (status = 'pending', email = READER) => {
		const { rows } = await sql<{ id: string }>`
			insert into orders (email, product_code, product_name, subtotal_cents, total_cents, status, provider, created_at, updated_at, currency,
				livemode, client_address, refund_policy_version, paid_at)
			values (${email}, 'lifetime', 'Course', 4700, 4700, ${status}, 'sandbox', ${now()}, ${now()}, 'usd', false, 'x', '1',
				${status === 'paid' ? now() : null}) returning id`.execute(db)
		return rows[0]?.id ?? ''
	}
	const states = async () =>
		(await db.selectFrom('outbox_messages').select('status').where('template', '=', 'newsletter.letter').execute()).map(
			({ status }) => status,
		)
	return { deps, clock, db, now, ctx, subscribe, order, states, send: () => sendLifecycle(ctx, 100) }
}

export type AutomationWorld = Awaited<ReturnType<typeof openAutomationWorld>>

/** Creates a subscriber with an account and the course who has just finished these modules. */
export async function learn({ deps, db, now, subscribe }: AutomationWorld, modules: readonly number[]) {
	const { learner } = await buyAsLearner(deps)
	await subscribe(learner.email)
	const store = (finished: readonly number[], done = true) =>
		db
			.insertInto('progress_entries')
			.values(
				finished.map((id) => ({
					user_id: learner.userId,
					kind: 'module',
					key: String(id),
					done,
					changed_at: now(),
					stored_at: now(),
					first_stored_at: now(),
				})),
			)
			.execute()
	if (modules.length > 0) await store(modules)
	return { learner, store }
}

export const ALL_MODULES = loadedContent.course.modules.map(({ id }) => id)

/** Adds a certificate issued now. */
export const certify = ({ db, now }: AutomationWorld, userId: string, isRevoked = false) =>
	db
		.insertInto('certificates')
		.values({
			user_id: userId,
			course_code: 'c',
			course_name: 'Course',
			learner_name: 'A',
			issued_at: now(),
			credential: '{}',
			...(isRevoked && { revoked_at: now(), revoked_reason: 'issued-in-error' }),
		})
		.execute()

/** Adds a bank transfer to an order, which the buyer has accepted or not. */
export const addTransfer = ({ db, now }: AutomationWorld, orderId: string, isAccepted: boolean) =>
	db
		.insertInto('bank_transfers')
		.values({
			checkout_id: 'c',
			order_id: orderId,
			attempt: 1,
			reference: 'R',
			livemode: false,
			currency: 'usd',
			subtotal_cents: 4700,
			discount_cents: 0,
			total_cents: 4700,
			consent_version: isAccepted ? '1' : null,
			accepted_at: isAccepted ? now() : null,
			created_at: now(),
			expires_at: now(),
		})
		.execute()
