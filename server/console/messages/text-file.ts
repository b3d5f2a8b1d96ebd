import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { places } from '#server/console/shell/places.ts'

import { listTexts, readAskedTexts } from './read-messages.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listTexts>['execute']>>[number]

export const textFile = exportList<Row>(places.texts, {
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
	ask: ({ db }, params) => ({ ...readAskedTexts(params), filters: {}, read: (asked) => listTexts(db, asked).execute() }),
})
