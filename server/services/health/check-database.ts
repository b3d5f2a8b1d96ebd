import { sql } from 'kysely'

import type { ServiceContext } from '#server/context.ts'

/** Asks the database for one row. @throws whatever the driver says when it does not answer */
export async function checkDatabase(ctx: ServiceContext): Promise<void> {
	await sql`select 1`.execute(ctx.db)
}
