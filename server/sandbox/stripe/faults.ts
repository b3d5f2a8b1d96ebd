import { inTransaction } from '#server/db/database.ts'

import type { SandboxDeps } from './objects.ts'

/** Faults of webhook deliveries, with their labels in the panel. */
export const WEBHOOK_FAULTS = {
	delay: 'Delay the first attempt of each delivery by a few seconds',
	drop: 'Drop every delivery',
	duplicate: 'Deliver everything twice',
	reorder: 'Deliver in reverse order',
	corrupt: 'Corrupt the signature of the first attempt of each delivery',
} as const

export type Fault = keyof typeof WEBHOOK_FAULTS
export const FAULT_NAMES = Object.keys(WEBHOOK_FAULTS) as Fault[]

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
