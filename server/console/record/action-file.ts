import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { formatChange } from './describe-changes.ts'
import { type DescribedAction, readActionsRequest, readDescribed } from './read-actions.ts'

export const actionFile = exportList<DescribedAction>(consolePaths.actions, {
	kind: 'list',
	columns: [
		['when', (row) => formatTime(row.created_at)],
		['who', (row) => row.email ?? ''],
		['role', (row) => row.role, 'who'],
		['action', (row) => row.what],
		['object', (row) => row.object?.name ?? '', 'action'],
		['object id', (row) => row.object_id, 'action'],
		['reason', (row) => row.reason ?? ''],
		['changed', (row) => row.changes.map(formatChange).join('; '), 'what-changed'],
	],
	openSource: (ctx, params) => {
		const { sort, filter, typed } = readActionsRequest(params, siteZone(ctx.content))
		const filters = { action: typed.action, from: typed.from, to: typed.to, person: typed.by !== '' }
		return { sort, filters, read: (listRequest) => readDescribed(ctx, { ...listRequest, filter }) }
	},
})
