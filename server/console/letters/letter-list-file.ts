import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { places } from '#server/console/shell/places.ts'

import { listLetters, readAskedLetters } from './read-letters.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listLetters>['execute']>>[number]

export const letterListFile = exportList<Row>(places.letters, {
	kind: 'letter',
	columns: [
		['subject', (row) => row.subject],
		['state', (row) => row.state],
		['starts', (row) => formatTime(row.starts_at)],
		['queued', (row) => row.queued],
		['created', (row) => formatTime(row.created_at)],
	],
	ask: ({ db }, params) => ({ ...readAskedLetters(params), filters: {}, read: (asked) => listLetters(db, asked).execute() }),
})
