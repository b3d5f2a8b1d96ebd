import { sql } from 'kysely'

import { readPlace, toPlaceOf } from '#server/console/shell/look-up.ts'
import { PAGE_SIZE, toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'

/** The activity log, newest first: who did what to what and why, with the values before and after. */
export async function readActions({ ctx: { db }, url: { searchParams } }: ConsoleRequest) {
	const place = readPlace(searchParams.get('before') ?? undefined)
	const found = await db
		.selectFrom('operator_actions as done')
		.leftJoin('auth.users as account', 'account.id', 'done.actor_id')
		.select([
			'done.id',
			'done.created_at',
			'done.role',
			'done.action',
			'object_kind',
			'object_id',
			'reason',
			'done.before',
			'done.after',
			'account.email',
		])
		.$if(place !== null, (query) => query.where(sql<boolean>`(done.created_at, done.id) < (${place?.at}, ${place?.id}::uuid)`))
		.orderBy('done.created_at', 'desc')
		.orderBy('done.id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found, toPlaceOf)
	const actions = rows.map(({ before, after, ...row }) => ({
		...row,
		before: before === null ? null : JSON.stringify(before),
		after: after === null ? null : JSON.stringify(after),
	}))
	return { actions, next }
}
