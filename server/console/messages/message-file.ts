import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { nameMail } from '#server/services/messaging/outbox/mail-names.ts'

import { listMails, listSuppressions, readAskedMails } from './read-messages.ts'

const MAX = 100_000

/** Addresses are stored only as keyed hashes, so each row has the ID of the email that caused the suppression instead. */
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

type Row = Awaited<ReturnType<ReturnType<typeof listMails>['execute']>>[number]

export const messageFile = exportList<Row>(consolePaths.messages, {
	kind: 'message',
	columns: [
		['when', (row) => formatTime(row.created_at)],
		['message', (row) => row.id, 'subject'],
		['to', (row) => row.to_address],
		['subject', (row) => row.subject],
		['template', (row) => nameMail(row.template)],
		['state', (row) => row.status],
	],
	ask(ctx, params) {
		const shown = readAskedMails(params)
		const isSearch = shown.address !== ''
		const filters = { failed: shown.failed, template: shown.template !== '', search: isSearch }
		const read = (asked: Partial<typeof shown>) => listMails({ ctx }, { ...shown, ...asked }).execute()
		return isSearch ? { sort: null, filters, read: async () => await read({ after: null }) } : { sort: shown.sort, filters, read }
	},
})
