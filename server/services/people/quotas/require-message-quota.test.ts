import { expect, test } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { systemContext } from '#server/services/context.ts'
import { openTicket } from '#server/services/people/support/open-ticket.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { learnerContext } from '#tests/factories/refund.ts'
import { makeTestDeps, type TestDeps } from '#tests/setup/test-deps.ts'

import { requireMessageQuota } from './require-message-quota.ts'

const LIMIT_BYTES = 100_000
const EMAIL = 'ana@example.test'
const TYPED = { name: 'Ana', subject: 'Hello', category: 'general', ticketId: undefined, website: undefined } as const

/** Stores tickets of 1 kB each. */
const fill = ({ deps, clock }: TestDeps, kilobytes: number, sender: { user_id: string | null; email: string }) =>
	deps.db
		.insertInto('support_tickets')
		.values(
			Array.from({ length: kilobytes }, () => ({
				...sender,
				name: 'Ana',
				subject: 'Hello',
				category: 'general' as const,
				// Two bytes each.
				message: 'é'.repeat(500),
				due_at: clock.now(),
				created_at: clock.now(),
			})),
		)
		.execute()

test('a message is counted by account if there is one, and otherwise by address', async () => {
	const made = await makeTestDeps()
	const { deps } = made
	const [full, other] = [await makeLearner(deps), await makeLearner(deps)]
	await fill(made, LIMIT_BYTES / 1000, { user_id: full.userId, email: EMAIL })
	const send = (learner: { userId: string } | null, email: string) =>
		openTicket(learner ? learnerContext(deps, learner) : systemContext(deps, 'test'), {
			...TYPED,
			email,
			message: 'A question about module 1.',
		})
			.then(() => 'taken')
			.catch((error: { code: string }) => error.code)
	expect([await send(full, 'new@example.test'), await send(other, EMAIL), await send(null, EMAIL)]).toEqual([
		'storage_full',
		'taken',
		'taken',
	])
	await fill(made, LIMIT_BYTES / 1000, { user_id: null, email: 'stranger@example.test' })
	expect([await send(null, 'stranger@example.test'), await send(other, 'stranger@example.test')]).toEqual(['storage_full', 'taken'])
})

test('the limit counts bytes, and includes replies and suggestions', async () => {
	const made = await makeTestDeps()
	const { deps, clock } = made
	const { userId } = await makeLearner(deps)
	await fill(made, 95, { user_id: userId, email: EMAIL })
	const fits = (text: string) =>
		inTransaction(deps.db, (tx) => requireMessageQuota(tx, { userId }, text)).then(
			() => true,
			() => false,
		)
	expect([await fits('x'.repeat(5000)), await fits('x'.repeat(5001)), await fits('é'.repeat(2501))]).toEqual([true, false, false])
	const ticket = await deps.db.selectFrom('support_tickets').select('id').executeTakeFirstOrThrow()
	const message = { ticket_id: ticket.id, created_at: clock.now() }
	await deps.db
		.insertInto('ticket_messages')
		.values([
			{ ...message, kind: 'reply', body: 'x'.repeat(1000) },
			// What we write doesn't count.
			{ ...message, kind: 'note', body: 'x'.repeat(3000) },
		])
		.execute()
	expect([await fits('x'.repeat(4000)), await fits('x'.repeat(4001))]).toEqual([true, false])
	await deps.db
		.insertInto('module_feedback')
		.values({ user_id: userId, module_id: 1, is_helpful: false, suggestion: 'x'.repeat(1000), created_at: clock.now() })
		.execute()
	expect([await fits('x'.repeat(3000)), await fits('x'.repeat(3001))]).toEqual([true, false])
})
