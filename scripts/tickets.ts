/**
 * `npm run tickets -- list` lists contact messages that wait for a reply, most urgent first. `npm run tickets -- answered <id>
 * --operator <name>` marks one that was answered by email.
 */
import { listWaitingTickets, markTicketAnswered } from '#server/services/people/support/answer-ticket.ts'

import { runOperatorCommand, readArguments, UsageError } from './operate.ts'

const USAGE = 'npm run tickets -- list | answered <id> --operator <name>'

const { values, positionals } = readArguments({ allowPositionals: true, options: { operator: { type: 'string' } } })

await runOperatorCommand(async (ctx) => {
	const [command, id = ''] = positionals
	const operator = values.operator?.trim().slice(0, 200) ?? ''
	if (command === 'list') {
		const waiting = await listWaitingTickets(ctx)
		const lines = waiting.map((ticket) => [ticket.dueAt, ticket.id, ticket.category, ticket.subject.replaceAll(/\s+/g, ' ')].join('  '))
		console.log(lines.length === 0 ? 'No tickets.' : lines.join('\n'))
	} else if (command === 'answered' && operator !== '') {
		if (!(await markTicketAnswered(ctx, { id, operator }))) throw new UsageError(`no ticket with the ID ${id} is waiting for an answer`)
		console.log('Marked as answered.')
	} else throw new UsageError(USAGE)
})
