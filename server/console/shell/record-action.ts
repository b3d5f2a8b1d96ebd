import type { Db, Tx } from '#server/db/database.ts'

import type { ConsoleActionRequest } from './console-request.ts'
import type { ConsoleSession } from './session.ts'

type Actor = Pick<ConsoleActionRequest, 'ctx'> & { by: Pick<ConsoleSession, 'userId' | 'role'> }

export type ConsoleAction = {
	/** A verb and its object in snake case: `refund_granted`. */
	action: string
	object: {
		kind:
			| 'account'
			| 'answer'
			| 'application'
			| 'alert'
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
	/** Facts, with people by their ids alone. */
	before?: Readonly<Record<string, unknown>>
	after?: Readonly<Record<string, unknown>>
}

/** Writes an entry of the activity log. Every write of the console calls it. @returns the ID of the entry, by which it can be undone */
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
