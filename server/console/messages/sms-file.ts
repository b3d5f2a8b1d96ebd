import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'

import { listSms, readAskedSms } from './read-messages.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listSms>['execute']>>[number]

export const smsFile = exportList<Row>(consolePaths.sms, {
	kind: 'message',
	columns: [
		['when', (row) => formatTime(row.created_at)],
		['to', (row) => row.to_phone],
		['country', (row) => row.country, 'to'],
		['kind', (row) => row.kind],
		['state', (row) => row.status],
		['attempts', (row) => row.attempts],
		['error', (row) => row.error_code ?? ''],
	],
	ask: ({ db }, params) => ({ ...readAskedSms(params), filters: {}, read: (asked) => listSms(db, asked).execute() }),
})
