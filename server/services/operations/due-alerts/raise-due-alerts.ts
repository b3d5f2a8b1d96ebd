import { inTransaction } from '#server/db/in-transaction.ts'
import { watchDisputes } from '#server/services/commerce/settlement/watch-disputes.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { mailAlerts, type OperatorAlert, recordAlerts } from '#server/services/messaging/operator-alerts/alert-operator.ts'

import { findBounces, findEndingKey, findMissingBackup } from './find-machine-troubles.ts'
import { findOverdueMessages, findWaitingPrivacyRequests } from './find-tickets.ts'

/** What no event causes, only time. Each names its findings by keys, so it may look as often as it likes. */
const FINDERS = [findOverdueMessages, findWaitingPrivacyRequests, findBounces, findEndingKey, findMissingBackup]

/** A night in which everybody waited is one mail that names the first few, not a mail for each. */
const NAMED = 5

function factsOf(alerts: readonly OperatorAlert[]): OperatorAlert['facts'] {
	const [first, ...more] = alerts
	if (!first || more.length === 0) return first?.facts ?? {}
	const named = alerts.slice(0, NAMED).map(({ facts }) => Object.values(facts).join(', '))
	return { howMany: String(alerts.length), first: named.join('; ') }
}

/** All findings are of one kind. @returns how many are new */
async function tell(ctx: ServiceContext, found: readonly OperatorAlert[]): Promise<number> {
	return inTransaction(ctx.db, async (tx) => {
		const keys = await recordAlerts(ctx, tx, found)
		const fresh = found.filter(({ key }) => keys.includes(key))
		const [first] = fresh
		if (first) await mailAlerts(ctx, tx, { keys, kind: first.kind, facts: factsOf(fresh) })
		return fresh.length
	})
}

/**
 * Alerts the operator of due findings: each once, those of one kind and run in one mail. One that cannot be
 * looked for does not keep the others back.
 * @returns how many findings are new
 * @throws AggregateError of those that failed, after all others
 */
export async function raiseDueAlerts(ctx: ServiceContext): Promise<number> {
	const failures: unknown[] = []
	let told = 0
	const attempt = async (work: () => Promise<number>) => {
		try {
			told += await work()
		} catch (error) {
			failures.push(error)
		}
	}
	await attempt(async () => {
		await watchDisputes(ctx)
		return 0
	})
	for (const find of FINDERS) await attempt(async () => tell(ctx, await find(ctx)))
	if (failures.length > 0) throw new AggregateError(failures, 'not everything that may be due could be looked for')
	return told
}
