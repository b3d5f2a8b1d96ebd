import type { Db, Tx } from '#server/db/database.ts'

import type { ConsoleActionRequest } from './console-request.ts'
import type { ConsoleSession } from './session.ts'

type Actor = Pick<ConsoleActionRequest, 'ctx'> & { by: Pick<ConsoleSession, 'userId' | 'role'> }

export type ConsoleAction = {
	/** Object and past participle in snake case, such as `refund_granted`. */
	action: string
	object: {
		kind:
			| 'account'
			| 'answer'
			| 'application'
			| 'alert'
			| 'backup'
			| 'checklist'
			| 'article'
			| 'coupon'
			| 'job'
			| 'message'
			| 'order'
			| 'queue'
			| 'ticket'
			| 'subscription'
			| 'letter'
			| 'list'
			| 'bulk-job'
			| 'content'
			| 'setup'
			| 'team'
			| 'media'
		id: string
	}
	reason?: string
	/** Changed values; people only by id. */
	before?: Readonly<Record<string, unknown>>
	after?: Readonly<Record<string, unknown>>
}

/**
 * Adds an entry to the activity log. Every change made in the console must call it.
 * @returns the entry's id, for undoing it
 */
export async function recordAction({ ctx, by }: Actor, db: Db | Tx, done: ConsoleAction): Promise<string> {
	const { action, object, reason, before, after } = done
	const { id } = await db
		.insertInto('operator_actions')
		.values({
			actor_id: by.userId,
			role: by.role,
			action,
			object_kind: object.kind,
			object_id: object.id,
			reason: reason ?? null,
			before: before ? JSON.stringify(before) : null,
			after: after ? JSON.stringify(after) : null,
			created_at: ctx.now(),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}
