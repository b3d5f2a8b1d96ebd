/**
 * Requests that came by mail: `npm run privacy -- export <email> > copy.json`, `npm run privacy -- erase <email>` (after the
 * same grace period, with the same mails), and `npm run privacy -- list` for those that are open, with the day they are due.
 * Make sure first that whoever wrote owns the address.
 */
import { copyData } from '#server/services/privacy/export-data.ts'
import { findAccountPerson, listOpenRequests, requestErasureFor } from '#server/services/privacy/operator-requests.ts'

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
	const person = await findAccountPerson(ctx, email)
	if (!person) throw new UsageError(`no account has the address ${email}`)
	if (command === 'erase') {
		const { erasesAt } = await requestErasureFor(ctx, person.userId)
		console.log(`The account will be deleted on ${erasesAt}; its owner was told by email.`)
		return
	}
	for await (const part of copyData(ctx, person, 'json').content) process.stdout.write(part)
})
