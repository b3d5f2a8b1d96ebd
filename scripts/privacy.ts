/**
 * For privacy requests received by email: `npm run privacy -- export <email> > copy.json`, `npm run privacy -- erase <email>` (an
 * account with the usual grace period and emails; an address without one immediately), and `npm run privacy -- list` for open
 * requests with their due dates. First verify that the sender owns the address.
 *
 * `npm run privacy -- import <my-data.json> [--access <course>] [--no-mail] [--yes]` opens an account for a person who comes from
 * another academy; without `--yes` it only prints what would move.
 */
import fs from 'node:fs'

import { listComplimentaryItems } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { importLearner, planLearnerImport, readLearnerCopy } from '#server/services/operations/accounts/import-learner.ts'
import { exportPerson } from '#server/services/people/privacy/export-data.ts'
import { findRequestSubject, listOpenRequests, requestErasureFor } from '#server/services/people/privacy/operator-requests.ts'

import { fromHere, runOperatorCommand, readArguments, UsageError } from './operate.ts'

const MAX_COPY_BYTES = 64 * 2 ** 20

async function importCopy(
	ctx: ServiceContext,
	file: string,
	{ access, mails, isConfirmed }: { access: string[]; mails: boolean; isConfirmed: boolean },
) {
	const place = fromHere(file)
	if (fs.statSync(place).size > MAX_COPY_BYTES) throw new UsageError(`${file} is larger than a copy of one person's data`)
	const gifts = listComplimentaryItems(ctx.content)
	const unknown = access.find((id) => !gifts.some((gift) => gift.id === id))
	if (unknown !== undefined) throw new UsageError(`there is no ${unknown}; --access takes ${gifts.map(({ id }) => id).join(', ')}`)
	const copy = readLearnerCopy(ctx, fs.readFileSync(place, 'utf8'))
	const { imported, omitted } = isConfirmed
		? await importLearner(ctx, copy, { gifts: access, mails })
		: planLearnerImport(ctx, copy, { gifts: access })
	for (const { title, count, refused } of imported)
		console.log(`${title}: ${count}${refused > 0 ? `, ${refused} left out: not in this course` : ''}`)
	console.log(`Stays with the other academy: ${omitted.join(', ') || 'nothing'}`)
	console.log(`Access: ${access.join(', ') || 'none'}`)
	console.log(isConfirmed ? `${copy.email} has an account now.` : `Nothing was changed. Add --yes to open an account for ${copy.email}.`)
}

const { values, positionals } = readArguments({
	options: {
		access: { type: 'string', multiple: true, default: [] },
		'no-mail': { type: 'boolean', default: false },
		yes: { type: 'boolean', default: false },
	},
	allowPositionals: true,
})
const [command = '', email = ''] = positionals
await runOperatorCommand(async (ctx) => {
	if (command === 'import' && email !== '')
		return importCopy(ctx, email, { access: values.access, mails: !values['no-mail'], isConfirmed: values.yes })
	if (command === 'list') {
		const open = await listOpenRequests(ctx)
		const lines = open.map(({ id, erasesAt, dueAt }) => `${id}  erases ${erasesAt}  due ${dueAt}`)
		console.log(lines.length === 0 ? 'No open requests.' : lines.join('\n'))
		return
	}
	if (!['export', 'erase'].includes(command) || email === '')
		throw new UsageError('npm run privacy -- list | export <email> | erase <email> | import <my-data.json>')
	const found = await findRequestSubject(ctx, email)
	if (!found) throw new UsageError(`no data is stored for the address ${email}`)
	if (command === 'erase') {
		const pending = await requestErasureFor(ctx, found)
		console.log(
			pending
				? `The account will be deleted on ${pending.erasesAt}; the owner was notified by email.`
				: 'The data of this address was deleted; order amounts are kept without the buyer.',
		)
		return
	}
	for await (const part of exportPerson(ctx, found.person, 'json').content) process.stdout.write(part)
})
