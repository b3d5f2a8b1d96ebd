import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { places } from '#server/console/shell/places.ts'

import { listActions, readAskedActions } from './read-actions.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listActions>['execute']>>[number]

export const actionFile = exportList<Row>(places.actions, {
	kind: 'list',
	columns: [
		['when', (row) => formatTime(row.created_at)],
		['who', (row) => row.email ?? ''],
		['role', (row) => row.role, 'who'],
		['action', (row) => row.action],
		['object', (row) => `${row.object_kind} ${row.object_id}`],
		['reason', (row) => row.reason ?? ''],
		['before', (row) => row.before ?? ''],
		['after', (row) => row.after ?? ''],
	],
	ask: ({ db }, params) => ({ ...readAskedActions(params), filters: {}, read: (asked) => listActions(db, asked).execute() }),
})
