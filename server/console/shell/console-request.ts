import type { Db, Tx } from '#server/db/database.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ConsoleSession } from './session.ts'

export type ConsoleRequest = {
	ctx: ServiceContext
	by: ConsoleSession
	/** URL of the page, even if only its data is requested. */
	url: URL
	params: Readonly<Record<string, string>>
}

/** Adds the HTTP request, for actions, files and framed documents. */
export type ConsoleActionRequest = ConsoleRequest & {
	c: HttpContext
	/** Context outside the action's transaction, for streams and for work that continues afterwards. */
	outside: ServiceContext
	/** Runs after the commit and before the response; never after a rollback. */
	afterCommit: (run: AfterCommit) => void
}

/** Work to do after the commit. It must handle its own errors, because the action is already committed. */
export type AfterCommit = () => Promise<void>

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
			| 'audience'
			| 'bulk-job'
			| 'content'
			| 'setup'
			| 'team'
			| 'media'
		id: string
	}
	reason?: string
	/** Changed values; people only by ID. */
	before?: Readonly<Record<string, unknown>>
	after?: Readonly<Record<string, unknown>>
}

/**
 * Adds an entry to the activity log. Every change made in the console must call it.
 * @returns the entry's ID, for undoing it
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

/** Text fields of a posted form. */
export type Fields = Readonly<Record<string, string>>

/** Returns the reason given in a form, if any, without NUL and lone surrogates, which PostgreSQL can't store. */
export const readReason = ({ reason = '' }: Fields): string | undefined => reason.toWellFormed().replaceAll('\0', '').trim() || undefined

const REASON_MISSING = 'Enter a reason. It’s kept in the activity log.'

/** @throws ServiceError reason_missing (400), shown at the field `reason` */
export function requireReason(fields: Fields): string {
	const given = readReason(fields)
	if (given !== undefined) return given
	throw new ServiceError('invalid', 'reason_missing', REASON_MISSING, { fields: { reason: REASON_MISSING } })
}

/** A refusal with data for the form, such as the text that someone else has saved in the meantime. */
export class FormRefused extends ServiceError {
	readonly shown: unknown

	/** @param shown plain data, passed to the form as `shown` (app/admin/ui/action-form.tsx) */
	constructor(shown: unknown, ...error: ConstructorParameters<typeof ServiceError>) {
		super(...error)
		this.shown = shown
	}
}
