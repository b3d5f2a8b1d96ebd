import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

const BATCH = 1000

/**
 * Queues emails in batches, each in its own transaction: after a crash, the next run continues after the last batch.
 * @param maxRecipients limit of this run
 * @param queue queues up to `limit` emails; returns the number of recipients processed, or null if none are left
 * @returns the number of recipients processed
 */
export async function inBatches(
	ctx: ServiceContext,
	maxRecipients: number,
	queue: (tx: Tx, limit: number) => Promise<number | null>,
): Promise<number> {
	// Loading a key inside a transaction needs a second connection.
	await loadSecrets(ctx)
	let processed = 0
	while (processed < maxRecipients) {
		const limit = Math.min(BATCH, maxRecipients - processed)
		const batch = await inTransaction(ctx.db, (tx) => queue(tx, limit))
		if (batch === null) break
		processed += batch
	}
	return processed
}
