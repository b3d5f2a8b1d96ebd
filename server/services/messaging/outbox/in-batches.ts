import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

const BATCH = 1000

/**
 * Queues mails batch by batch, each in its own transaction: after a crash the next run continues after the last batch.
 * @param room how many readers at most
 * @param queue one batch of at most that many; how many were looked at, null when there is nothing left
 * @returns how many were looked at
 */
export async function inBatches(
	ctx: ServiceContext,
	room: number,
	queue: (tx: Tx, limit: number) => Promise<number | null>,
): Promise<number> {
	// Before the transactions: a key that is loaded inside one would wait for another connection.
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
