import { readQuery } from '#server/console/shell/look-up.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, reactPage } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { allowAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { messageFile } from './message-file.ts'
import { requireMail } from './read-messages.ts'
import { suppressionFile } from './suppression-file.ts'
import { textFile } from './text-file.ts'

async function retry(work: Work) {
	const { c, ctx } = work
	const { id, status, canRetry } = await requireMail(work)
	const isDone = canRetry && (await retryDead(ctx, id)) === 'mail'
	const object = { kind: 'message', id } as const
	if (isDone) await recordAction(work, ctx.db, { action: 'mail_retried', object, before: { status }, after: { status: 'queued' } })
	return c.redirect(`${places.messages}/${id}?said=${isDone ? 'mail-retried' : 'mail-unchanged'}`, 303)
}

async function lift(work: Work, { email = '', reason = '' }: Readonly<Record<string, string>>) {
	const { c, ctx } = work
	const address = readQuery(email).toLowerCase()
	const why = readQuery(reason)
	const fields = {
		...(address === '' && { email: 'Please give the address.' }),
		...(why === '' && { reason: 'Please give the reason: it is kept in the activity log.' }),
	}
	if (Object.keys(fields).length > 0)
		throw new ServiceError('unprocessable', 'reason_missing', 'Please give the address and the reason.', { fields })
	const isLifted = await allowAddress(ctx, address)
	if (isLifted)
		await recordAction(work, ctx.db, { action: 'suppression_lifted', object: { kind: 'message', id: 'suppression' }, reason: why })
	return c.redirect(`${places.suppressions}?said=${isLifted ? 'suppression-lifted' : 'suppression-none'}`, 303)
}

/** What was sent, and what was not (app/admin/routes/messages). */
export const messageRoutes = [
	reactPage(places.messages, 'support'),
	messageFile,
	reactPage(`${places.messages}/:message`, 'support'),
	action(`${places.messages}/:message/retry`, 'operator', retry),
	reactPage(places.texts, 'support'),
	textFile,
	reactPage(places.suppressions, 'operator'),
	suppressionFile,
	action(places.suppressions, 'operator', lift),
]
