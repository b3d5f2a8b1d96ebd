import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { readQuery } from '#server/console/shell/look-up.ts'

import { findTickets } from './find-tickets.ts'
import { listTickets, readAskedTickets } from './read-tickets.ts'

type Row = Omit<Awaited<ReturnType<ReturnType<typeof listTickets>['execute']>>[number], 'place'>

export const ticketFile = exportList<Row>(consolePaths.tickets, {
	kind: 'ticket',
	columns: [
		['ticket', (row) => row.id],
		['subject', (row) => row.subject, 'ticket'],
		['about', (row) => row.category, 'ticket'],
		['name', (row) => row.name, 'from'],
		['email', (row) => row.email, 'from'],
		['answer due', (row) => formatTime(row.due_at), 'due'],
		['answered', (row) => formatTime(row.answered_at), 'due'],
		['assigned to', (row) => row.assignee ?? ''],
		['received', (row) => formatTime(row.created_at)],
	],
	ask(ctx, params) {
		const { state, category, sort } = readAskedTickets(params)
		const typed = readQuery(params.get('q') ?? undefined)
		if (typed !== '') return { sort: null, filters: { search: true }, read: () => findTickets(ctx.db, typed) }
		const read = (asked: Parameters<typeof listTickets>[1]) => listTickets({ ctx }, asked).execute()
		return { sort, filters: { state, category: category ?? '' }, read: (asked) => read({ ...asked, state, category }) }
	},
})
