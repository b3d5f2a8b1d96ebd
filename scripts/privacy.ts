/**
 * For privacy requests received by mail: `npm run privacy -- export <email> > copy.json`, `npm run privacy -- erase <email>` (an
 * account with the usual grace period and mails; an address without one immediately), and `npm run privacy -- list` for open
 * requests with their due dates. First verify that the sender owns the address.
 */
import { copyData } from '#server/services/people/privacy/export-data.ts'
import { findByAddress, listOpenRequests, requestErasureFor } from '#server/services/people/privacy/operator-requests.ts'

import { operate, UsageError } from './operate.ts'

const [command = '', email = ''] = process.argv.slice(2)
await operate(async (ctx) => {
	if (command === 'list') {
		const open = await listOpenRequests(ctx)
		const lines = open.map(({ id, erasesAt, dueAt }) => `${id}  erases ${erasesAt}  due ${dueAt}`)
		console.log(lines.length === 0 ? 'No request is open.' : lines.join('\n'))
		return
	}
	if (!['export', 'erase'].includes(command) || email === '')
		throw new UsageError('npm run privacy -- list | export <email> | erase <email>')
	const found = await findByAddress(ctx, email)
	if (!found) throw new UsageError(`nothing is kept under the address ${email}`)
	if (command === 'erase') {
		const pending = await requestErasureFor(ctx, found)
		console.log(
			pending
				? `The account will be deleted on ${pending.erasesAt}; its owner was told by email.`
				: 'What was kept under this address is deleted; the amounts of orders stay without their buyer.',
		)
		return
	}
	for await (const part of copyData(ctx, found.person, 'json').content) process.stdout.write(part)
})
