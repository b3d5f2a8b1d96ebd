import { inTransaction } from '#server/db/in-transaction.ts'

import type { SandboxDeps } from './objects.ts'

/** Faults of webhook deliveries, with their labels in the panel. */
export const FAULTS = {
	delay: 'Hold every first delivery back; it comes some seconds later',
	drop: 'Lose every delivery for good',
	duplicate: 'Deliver everything twice',
	reorder: 'Deliver in the opposite order',
	corrupt: 'Spoil the signature of every first delivery',
} as const

export type Fault = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[]

export async function readFaults({ db }: Pick<SandboxDeps, 'db'>): Promise<ReadonlySet<Fault>> {
	const rows = await db.selectFrom('sandbox_stripe.webhook_faults').select('fault').execute()
	return new Set(rows.map(({ fault }) => fault))
}

export async function setFaults({ db, now }: Pick<SandboxDeps, 'db' | 'now'>, faults: readonly Fault[]): Promise<void> {
	await inTransaction(db, async (tx) => {
		await tx.deleteFrom('sandbox_stripe.webhook_faults').execute()
		if (faults.length === 0) return
		await tx
			.insertInto('sandbox_stripe.webhook_faults')
			.values(faults.map((fault) => ({ fault, since: now() })))
			.execute()
	})
}
