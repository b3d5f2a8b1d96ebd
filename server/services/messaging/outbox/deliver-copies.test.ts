import { expect, test } from 'vitest'

import type { EmailMessage, EmailOutcome } from '#server/adapters/email/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { systemContext } from '#server/services/context.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { deliverCopies } from './deliver-message.ts'
import { bulkCapacity, enqueueMany } from './enqueue-message.ts'
import { createMailPace } from './mail-pace.ts'

const LATER: EmailOutcome = { kind: 'later', reason: '451 try later' }
const TEMPLATE = 'leads.module-open'
/** A rate at which tests don't have to wait. */
const FAST = { SMTP_MAILS_PER_SECOND: '1000' }
const SMTP = { GOTRUE_SMTP_HOST: '127.0.0.1', GOTRUE_SMTP_ADMIN_EMAIL: 'academy@example.test' }
const noReason = async () => null

type Setup = { count?: number; answer?: (message: EmailMessage) => EmailOutcome; env?: Record<string, string> }

async function open({ count = 60, answer, env = FAST }: Setup) {
	const handedOver: string[] = []
	const send = async (message: EmailMessage): Promise<EmailOutcome> => {
		handedOver.push(message.to)
		return answer?.(message) ?? { kind: 'accepted', providerId: 'smtp' }
	}
	const made = await makeTestDeps({ email: { send }, env })
	const { db } = made.deps
	const ctx = systemContext(made.deps, 'job-1')
	const mails = Array.from({ length: count }, (_, index) => ({
		to: `p${index}@example.test`,
		template: TEMPLATE,
		subject: 'News',
		text: 'Hello',
		html: '',
	}))
	await inTransaction(db, (tx) => enqueueMany(ctx, tx, mails))
	const rows = await db.selectFrom('outbox_messages').select('id').where('template', '=', TEMPLATE).orderBy('id').execute()
	const messageIds = rows.map(({ id }) => id)
	const states = async () => {
		const counts = await db
			.selectFrom('outbox_messages')
			.select(['status', (eb) => eb.fn.countAll<number>().as('count')])
			.groupBy('status')
			.execute()
		return Object.fromEntries(counts.map(({ status, count: found }) => [status, found]))
	}
	const deliver = (job = 'job-1') => deliverCopies(systemContext(made.deps, job), { messageIds }, noReason)
	return { ...made, ctx, handedOver, messageIds, states, deliver }
}

test('copies deferred by the server wait, and the others are sent', async () => {
	const { deps, clock, handedOver, states } = await open({
		answer: ({ to }) =>
			to === 'p3@example.test' && handedOver.filter((each) => each === to).length < 3 ? LATER : { kind: 'accepted', providerId: 'x' },
	})
	await runDueJobs(deps)
	expect(await states()).toEqual({ sent: 59, queued: 1 })
	clock.advance(86_400_000)
	await runDueJobs(deps)
	clock.advance(86_400_000)
	await runDueJobs(deps)
	expect([await states(), handedOver.length]).toEqual([{ sent: 60 }, 62])
})

test('a server that refuses everything isn’t tried for each copy, and later gets them all', async () => {
	let isAway = true
	const { deps, clock, handedOver, states } = await open({
		count: 200,
		answer: () => (isAway ? LATER : { kind: 'accepted', providerId: 'x' }),
	})
	await runDueJobs(deps)
	expect([await states(), handedOver.length]).toEqual([{ queued: 200 }, 50])
	isAway = false
	clock.advance(86_400_000)
	await runDueJobs(deps)
	expect([await states(), new Set(handedOver).size]).toEqual([{ sent: 200 }, 200])
})

test('copies in flight at a kill aren’t sent again, and the rest is sent once', async () => {
	const { deps, handedOver, messageIds, states, deliver } = await open({})
	await deps.db
		.updateTable('outbox_messages')
		.set({ status: 'sending', claimed_by: 'job-1', attempts: 1 })
		.where('id', 'in', messageIds.slice(0, 7))
		.execute()
	await deliver()
	await Promise.all([deliver(), deliver('job-2')])
	expect([await states(), handedOver.length, new Set(handedOver).size]).toEqual([{ sent: 53, unknown: 7 }, 53, 53])
})

test('a stopping server keeps unsent copies queued', async () => {
	const { deps, handedOver, states, deliver } = await open({ env: { ...FAST, ...SMTP } })
	deps.state.of(createMailPace).stop()
	await expect(deliver()).rejects.toThrow('the server is stopping')
	expect([await states(), handedOver.length]).toEqual([{ queued: 60 }, 0])
})

test('bulk mail is queued for 90 seconds at the provider’s rate, and leaves a tenth of the day to other mail', async () => {
	const { deps, clock, ctx } = await open({ count: 60, env: { SMTP_MAILS_PER_SECOND: '2' } })
	const morning = new Date(clock.now())
	clock.advance(morning.setUTCHours(24 + 15, 0, 0, 0) - clock.now().getTime())
	expect(await bulkCapacity(ctx)).toBe(120)
	await runDueJobs(deps)
	expect(await bulkCapacity(ctx)).toBe(180)
	const email = { ...ctx.config.email, perDay: 100 }
	await deps.db.updateTable('outbox_messages').set({ created_at: clock.now() }).execute()
	expect(await bulkCapacity({ ...ctx, config: { ...ctx.config, email } })).toBe(30)
	clock.advance(13 * 3_600_000)
	expect(await bulkCapacity(ctx)).toBe(0)
})
