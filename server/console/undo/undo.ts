import { sql, type SqlBool } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleAction, type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { toConsolePath } from '#server/console/shell/guard.ts'
import { action } from '#server/console/shell/route.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { JOB_APPLICATION_STATES } from '#server/services/people/support/receive-application.ts'
import { addTag, removeTag } from '#server/services/people/tags/learner-tags.ts'

const MINUTE_MS = 60_000
const MAX_MS = 15 * MINUTE_MS

type Entry = { object_id: string; before: unknown; after: unknown; created_at: Date }

const read = (facts: unknown, name: string): string | null => {
	const value = typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>)[name] : null
	return typeof value === 'string' ? value : null
}

const parseApplicationState = (facts: unknown) => JOB_APPLICATION_STATES.find((each) => each === read(facts, 'status')) ?? 'new'

/**
 * Reverts an entry's change if its object hasn't changed since.
 * @returns number of changed rows
 */
type Undo = (ctx: ServiceContext, entry: Entry) => Promise<{ numUpdatedRows: bigint } | { numDeletedRows: bigint }>

const changedRows = (changed: string | null) => ({ numUpdatedRows: changed === null ? 0n : 1n })

const switchAutomationTo =
	(isOn: boolean): Undo =>
	({ db, now }, { object_id: name }) =>
		db
			.updateTable('lifecycle_rules')
			.set({ is_on: isOn, changed_at: now() })
			.where(sql<SqlBool>`name = ${name}`)
			.where('is_on', '=', !isOn)
			.executeTakeFirstOrThrow()

/** Undo functions, by action. Only actions that need no second factor have one, because an undo asks for none. */
const UNDO: Readonly<Record<string, Undo>> = {
	lifecycle_on: switchAutomationTo(false),
	lifecycle_off: switchAutomationTo(true),
	ticket_assigned: ({ db }, { object_id: id, before, after }) =>
		db
			.updateTable('support_tickets')
			.set({ assigned_to: read(before, 'to') })
			.where('id', '=', id)
			.where('status', '<>', 'closed')
			.where(sql<SqlBool>`assigned_to is not distinct from ${read(after, 'to')}::uuid`)
			.executeTakeFirstOrThrow(),
	ticket_closed: ({ db }, { object_id: id, before }) =>
		db
			.updateTable('support_tickets')
			.set({ status: read(before, 'status') === 'answered' ? 'answered' : 'open' })
			.where('id', '=', id)
			.where('status', '=', 'closed')
			.executeTakeFirstOrThrow(),
	subscription_ended: ({ db }, { object_id: id, created_at: at }) =>
		db
			.updateTable('newsletter_subscriptions')
			.set({ status: 'confirmed', unsubscribed_at: null, ended_by: null })
			.where('id', '=', id)
			.where('status', '=', 'unsubscribed')
			.where('ended_by', '=', 'operator')
			.where('confirmed_at', 'is not', null)
			.where('unsubscribed_at', '<=', at)
			.executeTakeFirstOrThrow(),
	learner_tagged: async (ctx, { object_id: userId, after }) => changedRows(await removeTag(ctx, { userId, tag: read(after, 'tag') ?? '' })),
	learner_untagged: async (ctx, { object_id: userId, before }) =>
		changedRows(await addTag(ctx, { userId, tag: read(before, 'tag') ?? '' })),
	queue_item_decided: ({ db }, { after, created_at: at }) =>
		db
			.deleteFrom('queue_decisions')
			.where('object', '=', read(after, 'item') ?? '')
			.where(sql<SqlBool>`kind = ${read(after, 'what')}`)
			.where('decided_at', '<=', at)
			.executeTakeFirstOrThrow(),
	application_settled: ({ db }, { object_id: id, before, after }) =>
		db
			.updateTable('job_applications')
			.set({ status: parseApplicationState(before) })
			.where('id', '=', id)
			.where('status', '=', parseApplicationState(after))
			.executeTakeFirstOrThrow(),
	alert_closed: ({ db }, { object_id: id }) =>
		db
			.updateTable('operator_alerts')
			.set({ state: 'open', closed_at: null, closed_by: null })
			.where('id', '=', id)
			.where('state', '=', 'closed')
			.executeTakeFirstOrThrow(),
}

const changedSince = () => new ServiceError('conflict', 'undo_too_late', 'Nothing was undone: this was changed again in the meantime.')

/**
 * Returns the caller's own entry of the last 15 minutes, if it can be undone.
 * @throws ServiceError undo_none (404), undo_too_late (409)
 */
async function requireEntry({ ctx, by, params: { entry: id = '' } }: ConsoleActionRequest) {
	const entry = isUuid(id)
		? await ctx.db.selectFrom('operator_actions').selectAll().where('id', '=', id).where('actor_id', '=', by.userId).executeTakeFirst()
		: undefined
	const undo = UNDO[entry?.action ?? '']
	if (!entry || !undo) throw new ServiceError('not-found', 'undo_none', 'We can’t find a change of yours to undo.')
	if (ctx.now().getTime() - entry.created_at.getTime() > MAX_MS)
		throw new ServiceError('conflict', 'undo_too_late', 'Nothing was undone: that was more than 15 minutes ago.')
	const later = await ctx.db
		.selectFrom('operator_actions')
		.select('id')
		.where('object_kind', '=', entry.object_kind)
		.where('object_id', '=', entry.object_id)
		.where('id', '>', id)
		.limit(1)
		.executeTakeFirst()
	if (later) throw changedSince()
	return { entry, undo }
}

async function undoOne(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const { entry, undo } = await requireEntry(request)
	const changed = await undo(ctx, entry)
	if (('numUpdatedRows' in changed ? changed.numUpdatedRows : changed.numDeletedRows) === 0n) throw changedSince()
	const object = { kind: entry.object_kind, id: entry.object_id } as ConsoleAction['object']
	await recordAction(request, ctx.db, { action: 'undone', object, before: { action: entry.action, entry: entry.id } })
	const [path = '', search = ''] = toConsolePath(fields.form_page).split('?')
	const query = new URLSearchParams(search)
	query.delete('undo')
	query.set('notice', 'undone')
	return c.redirect(`${path === consolePaths.root ? consolePaths.today : path}?${query.toString()}`, 303)
}

/** Undoes an action that the caller took within the last 15 minutes, unless someone changed the object since. */
export const undoActions = [action(`${consolePaths.undo}/:entry`, 'support', undoOne)]
