import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Keeps the pool's `db`: requests count even if their transaction only reads, or is rolled back. */
export const createRequestCounts = (db: Db) => ({ db })

type Counted = { name: string; network: string; points: number; forMs: number; windowMs: number }

/** Difference between the clocks of servers that run well. */
const SKEW_MS = 60_000

/**
 * Adds requests of a network to a limit, for all servers on the database. A window that ends later than a whole one from now was
 * started by a server whose clock was wrong; it counts as over.
 * @param forMs what is left of this server's window, for the case that this starts one for all
 * @param windowMs a whole window
 * @returns the sum, and milliseconds until it starts over
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
