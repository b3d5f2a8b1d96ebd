import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { places } from '#server/console/shell/places.ts'

import { listSuppressions } from './read-messages.ts'

/** Addresses are stored as keyed hashes alone, so a row names its email. */
const MOST = 100_000

export const suppressionFile = exportList<{ id: string; reason: string; created_at: Date }>(places.suppressions, {
	kind: 'message',
	columns: [
		['since', (row) => formatTime(row.created_at)],
		['why', (row) => row.reason],
		['email', (row) => row.id],
	],
	ask: ({ db }) => ({
		sort: null,
		filters: {},
		read: async () => (await listSuppressions(db, MOST)).map(({ message_id: id, ...row }) => ({ id: id ?? '', ...row })),
	}),
})
