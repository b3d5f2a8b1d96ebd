import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'

import { listSuppressions } from './read-messages.ts'

/**
 * Maximum rows of the file. Addresses are stored only as keyed hashes, so each row has the ID of the email that caused the
 * suppression instead.
 */
const MAX = 100_000

export const suppressionFile = exportList<{ id: string; reason: string; created_at: Date }>(consolePaths.suppressions, {
	kind: 'message',
	columns: [
		['since', (row) => formatTime(row.created_at)],
		['why', (row) => row.reason],
		['email', (row) => row.id],
	],
	ask: ({ db }) => ({
		sort: null,
		filters: {},
		read: async () => (await listSuppressions(db, MAX)).map(({ message_id: id, ...row }) => ({ id: id ?? '', ...row })),
	}),
})
