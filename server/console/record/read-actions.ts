import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { findFile } from '#server/console/content/files.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { sorted, toSortedPage } from '#server/console/shell/sorting.ts'
import type { Db } from '#server/db/database.ts'
import { findBulkAction } from '#server/services/operations/bulk/bulk-actions.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { type AskedActions, readAskedActions, readChoices } from './ask-actions.ts'
import { describeChanges } from './describe-changes.ts'
import { describeAction } from './entry-sentences.ts'
import { nameObjects } from './name-objects.ts'

export const listActions = (db: Db, asked: AskedActions) => {
	const { by, action, since, until } = asked.filter
	return sorted(
		db
			.selectFrom('operator_actions as done')
			.leftJoin('auth.users as account', 'account.id', 'done.actor_id')
			.select(['done.id', 'done.created_at', 'done.role', 'done.action', 'object_kind', 'object_id', 'reason', 'account.email'])
			.select(['done.before', 'done.after'])
			.$if(by !== '', (found) => found.where('done.actor_id', '=', by))
			.$if(action !== '', (found) => found.where('done.action', '=', action))
			.$if(since !== null, (found) => found.where('done.created_at', '>=', since))
			.$if(until !== null, (found) => found.where('done.created_at', '<', until)),
		asked,
		sql`done.id`,
	)
}

type Row = Awaited<ReturnType<ReturnType<typeof listActions>['execute']>>[number]

const formatIn = (timeZone: string) => {
	const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
	return (at: Date) => format.format(at).replaceAll('\u202F', ' ')
}

async function describe(db: Db, content: Content, rows: readonly Row[]) {
	const nameOf = await nameObjects(db, rows)
	const formatTime = formatIn(siteZone(content))
	return rows.map(({ before, after, ...row }) => {
		const object = nameOf(row)
		const naming = {
			formatTime,
			currency: object?.currency ?? content.lifetimeOffer.currency,
			nameFile: (path: string) => findFile(path)?.title ?? 'a deleted file',
			nameAction: (name: string) => findBulkAction(content, name)?.words ?? describeAction(name),
		}
		return { ...row, what: describeAction(row.action), object, changes: describeChanges({ before, after }, naming) }
	})
}

export type DescribedAction = Awaited<ReturnType<typeof describe>>[number]

export const readDescribed = async ({ db, content }: { db: Db; content: Content }, asked: AskedActions) =>
	describe(db, content, await listActions(db, asked).execute())

export async function readActions(request: ConsoleRequest) {
	const { ctx, url } = request
	const { typed, isRefused, ...asked } = readAskedActions(url.searchParams, siteZone(ctx.content))
	const view = await readListView(request, 'actions')
	const found = await readDescribed(ctx, { ...asked, limit: view.pageRows + 1 })
	const { rows, next } = toSortedPage(found, { size: view.pageRows })
	return { view, actions: rows, sort: asked.sort.name, next, typed, isRefused, choices: await readChoices(ctx.db) }
}
