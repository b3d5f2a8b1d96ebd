import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

const BATCH = 1000

/**
 * Queues emails in batches, each in its own transaction: after a crash, the next run continues after the last batch.
 * @param room maximum number of recipients
 * @param queue queues up to `limit` emails; returns the number of recipients processed, or null if none are left
 * @returns the number of recipients processed
 */
export async function inBatches(
	ctx: ServiceContext,
	room: number,
	queue: (tx: Tx, limit: number) => Promise<number | null>,
): Promise<number> {
	// Loading a key inside a transaction needs a second connection.
	await loadSecrets(ctx)
	let looked = 0
	while (looked < room) {
		const limit = Math.min(BATCH, room - looked)
		const batch = await inTransaction(ctx.db, (tx) => queue(tx, limit))
		if (batch === null) break
		looked += batch
	}
	return looked
}
