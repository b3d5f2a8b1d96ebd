import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Keeps the pool's `db` instead of the transaction's: requests count even if their transaction is read-only or rolled back. */
export const createRequestCounts = (db: Db) => ({ db })

type Counted = { name: string; network: string; points: number; forMs: number; windowMs: number }

/** Tolerated difference between the servers' clocks. */
const SKEW_MS = 60_000

/**
 * Adds a network's requests to a limit that all servers on the database share. A stored window that ends later than a full window
 * from now was started by a server with a wrong clock, so it counts as over.
 * @param forMs time left in this server's window, for a new shared one
 * @param windowMs length of a full window
 * @returns the shared count, and the milliseconds until it restarts
 */
export async function countRequests(ctx: ServiceContext, { name, network, points, forMs, windowMs }: Counted) {
	const key = await keyedHash(ctx, 'networks', [name, network])
	const now = new Date()
	const isOpen = sql`known.expires_at > ${now} and known.expires_at <= ${new Date(now.getTime() + windowMs + SKEW_MS)}`
	const { rows } = await sql<{ points: number; expires_at: Date }>`
		insert into auth.request_counts as known (key, points, expires_at) values (${key}, ${points}, ${new Date(now.getTime() + forMs)})
		on conflict (key) do update set
			points = excluded.points + case when ${isOpen} then known.points else 0 end,
			expires_at = case when ${isOpen} then known.expires_at else excluded.expires_at end
		returning points, expires_at`.execute(ctx.state.of(createRequestCounts).db)
	const [row] = rows
	return { points: row?.points ?? 0, msBeforeNext: (row?.expires_at.getTime() ?? 0) - now.getTime() }
}
