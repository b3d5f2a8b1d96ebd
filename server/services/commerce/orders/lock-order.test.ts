import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { createApp } from '#server/process/app.ts'
import { createProcessState } from '#server/process/deps.ts'
import { abandonOrder } from '#server/services/commerce/checkout/close-checkouts.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { downloadPaidDocument, signDownloadLink } from '#server/services/commerce/downloads/take-document.ts'
import { overrideRefund, requestRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { claimCertificate } from '#server/services/learning/certificates/claim-certificate.ts'
import { readOwnCertificate } from '#server/services/learning/certificates/read-own-certificate.ts'
import { mergeLearnerProgress } from '#server/services/learning/progress/merge-learner-progress.ts'
import { deleteAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { anonymousContext, PRODUCT } from '#tests/factories/checkout.ts'
import { graduate } from '#tests/factories/graduate.ts'
import { buyAsLearner, learnerContext } from '#tests/factories/refund.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

/** Rounds per pair of operations; set `PAIR_ROUNDS=50` for a long run. */
const ROUNDS = Number(process.env['PAIR_ROUNDS'] ?? 1)
const FILE = { slug: 'roi-tracker', format: 'csv' } as const

class TakenBack extends Error {}
type Run = (tx: Tx) => Promise<unknown>

/** Returns a database whose transactions are run by `perform`. */
const withTransactions = (db: Db, perform: (run: Run) => Promise<unknown>): Db =>
	new Proxy(db, {
		get(target, name) {
			if (name === 'transaction') return () => ({ execute: perform })
			const value: unknown = Reflect.get(target, name, target)
			return typeof value === 'function' ? (value.bind(target) as unknown) : value
		},
	})

/** Creates an order and every operation that writes to it, its access or dependent rows. */
async function openOrderWithWriters() {
	const made = await makeTestDeps()
	const bought = await buyAsLearner(made.deps)
	const { learner, orderId, sessionId } = bought
	await graduate(createApp(made.deps), learner, made.deps)
	const snapshot = await made.deps.payments.fetchSnapshot(sessionId)
	const [payment] = snapshot.payments
	if (!payment) throw new Error('nothing was paid')

	let deadlocks = 0
	const plain = made.deps.db
	const counted = withTransactions(plain, async (run) => {
		try {
			return await plain.transaction().execute(run)
		} catch (error) {
			if (error instanceof Error && 'code' in error && error.code === '40P01') deadlocks += 1
			throw error
		}
	})
	// An account can be erased only once, so the erasure is rolled back at the end, after it has taken all its locks.
	const undone = withTransactions(counted, async (run) => {
		const work = counted.transaction().execute(async (tx) => {
			await run(tx)
			throw new TakenBack()
		})
		await work.catch((error: unknown) => {
			if (!(error instanceof TakenBack)) throw error
		})
	})
	const deps: Deps = { ...made.deps, db: counted, state: createProcessState(counted) }
	const system = systemContext(deps, 'test')
	const own = learnerContext(deps, learner)
	let asOf = snapshot.asOf.getTime()
	const tell = (changes: object) => applySnapshot(system, orderId, { ...snapshot, asOf: new Date((asOf += 1)), ...changes })
	const dispute = { id: 'dp_1', paymentId: payment.id, amountCents: payment.amountCents, reason: 'general', evidenceDueBy: null }
	const refund = { id: 're_1', paymentId: payment.id, amountCents: payment.amountCents, requestRef: null, failureReason: null }
	const { signature } = await signDownloadLink(made.deps, { ...FILE, userId: learner.userId })

	const writers: Record<string, () => Promise<unknown>> = {
		'start a checkout': () =>
			startCheckout(anonymousContext(deps), { productName: PRODUCT, email: learner.email, couponCode: 'LAUNCH1', browserKey: 'b' }),
		settle: () => tell({}),
		'open a dispute': () => tell({ disputes: [{ ...dispute, status: 'needs_response' }] }),
		'lose a dispute': () => tell({ disputes: [{ ...dispute, status: 'lost' }] }),
		'hear of a refund': () => tell({ refunds: [{ ...refund, status: 'succeeded', createdAt: snapshot.asOf }] }),
		'ask for a refund': () => requestRefund(own, orderId, { kind: 'promise', message: '', name: '' }),
		withdraw: () => requestRefund(own, orderId, { kind: 'withdrawal', message: '', name: 'Ana' }),
		'overrule a refusal': () => overrideRefund(system, { orderId, operator: 'o', reason: 'r' }),
		'cancel the order': () => abandonOrder(system, orderId),
		download: () => downloadPaidDocument(own, { ...FILE, signature, part: 'all' }),
		'claim the certificate': () => claimCertificate(own, { courseId: null, name: 'Ana Test' }),
		'look at the certificate': () => readOwnCertificate(own),
		learn: () => mergeLearnerProgress(own, [{ kind: 'section', key: '1/skills', done: true, changedAt: asOf }]),
		'erase the account': () => deleteAccount({ ...system, db: undone }, learner.userId, false),
	}
	return { ...made, ...bought, writers, deadlocks: () => deadlocks }
}

/** Resets the order to paid and active, as before the round. */
async function resetOrder({ db }: Deps, orderId: string) {
	await sql`with a as (delete from refund_requests), b as (delete from refunds), c as (delete from disputes), d as (delete from downloads),
		e as (delete from certificates), f as (update entitlements set state = 'active'),
		g as (delete from outbox_messages where dedupe_key like 'refund-%')
		update orders set status = 'paid' where id = ${orderId}`.execute(db)
}

test('concurrent writers of one order wait for each other without deadlocks', async () => {
	const { deps, orderId, writers, deadlocks } = await openOrderWithWriters()
	const names = Object.keys(writers)
	const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))
	const met: string[] = []
	const worked = new Set<string>()
	for (const pair of pairs) {
		const before = deadlocks()
		for (let round = 0; round < ROUNDS; round += 1) {
			await resetOrder(deps, orderId)
			const turns = [...pair, ...pair].map(async (name) => {
				await writers[name]?.()
				worked.add(name)
			})
			for (const result of await Promise.allSettled(turns))
				if (result.status === 'rejected' && !(result.reason instanceof ServiceError)) throw result.reason
		}
		if (deadlocks() > before) met.push(pair.join(' + '))
	}
	expect(met).toEqual([])
	expect(pairs).toHaveLength(105)
	expect([...worked].toSorted()).toEqual(names.toSorted())
}, 3_600_000)
