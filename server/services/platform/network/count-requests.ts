import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

/** Keeps the pool's `db`: requests count even if their transaction only reads, or is rolled back. */
export const createRequestCounts = (db: Db) => ({ db })

type Counted = { name: string; network: string; points: number; forMs: number }

/**
 * Adds requests of a network to a limit, for all servers on the database.
 * @param forMs length of the window, if this starts one
 * @returns the sum, and milliseconds until it starts over
 */
export async function countRequests(ctx: ServiceContext, { name, network, points, forMs }: Counted) {
	const key = await keyedHash(ctx, 'networks', [name, network])
	const now = new Date()
	const { rows } = await sql<{ points: number; expires_at: Date }>`
		insert into auth.request_counts as known (key, points, expires_at) values (${key}, ${points}, ${new Date(now.getTime() + forMs)})
		on conflict (key) do update set
			points = excluded.points + case when known.expires_at > ${now} then known.points else 0 end,
			expires_at = case when known.expires_at > ${now} then known.expires_at else excluded.expires_at end
		returning points, expires_at`.execute(ctx.state.of(createRequestCounts).db)
	const [row] = rows
	return { points: row?.points ?? 0, msBeforeNext: (row?.expires_at.getTime() ?? 0) - now.getTime() }
}
