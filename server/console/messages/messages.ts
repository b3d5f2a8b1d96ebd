import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { action } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'
import { allowAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { listSms, messageFile, readSmsRequest, requireMail, suppressionFile } from './read-messages.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listSms>['execute']>>[number]

const smsFile = exportList<Row>(consolePaths.sms, {
	kind: 'message',
	columns: [
		['when', (row) => formatTime(row.created_at)],
		['to', (row) => row.to_phone],
		['country', (row) => row.country, 'to'],
		['kind', (row) => row.kind],
		['state', (row) => row.status],
		['attempts', (row) => row.attempts],
		['error', (row) => row.error_code ?? ''],
	],
	openSource: ({ db }, params) => ({ ...readSmsRequest(params), filters: {}, read: (listRequest) => listSms(db, listRequest).execute() }),
})

async function retry(request: ConsoleActionRequest) {
	const { c, ctx } = request
	const { id, status, canRetry } = await requireMail(request)
	const isDone = canRetry && (await retryDead(ctx, id)) === 'mail'
	const object = { kind: 'message', id } as const
	if (isDone) await recordAction(request, ctx.db, { action: 'mail_retried', object, before: { status }, after: { status: 'queued' } })
	return c.redirect(`${consolePaths.messages}/${id}?notice=${isDone ? 'mail-retried' : 'mail-unchanged'}`, 303)
}

async function lift(request: ConsoleActionRequest, { email = '', reason = '' }: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const address = readQuery(email).toLowerCase()
	const why = readQuery(reason)
	const fields = {
		...(address === '' && { email: 'Enter the address.' }),
		...(why === '' && { reason: 'Enter a reason. It’s kept in the activity log.' }),
	}
	if (Object.keys(fields).length > 0)
		throw new ServiceError('unprocessable', 'reason_missing', 'Enter the address and a reason.', { fields })
	const isLifted = await allowAddress(ctx, address)
	if (isLifted)
		await recordAction(request, ctx.db, { action: 'suppression_lifted', object: { kind: 'message', id: 'suppression' }, reason: why })
	return c.redirect(`${consolePaths.suppressions}?notice=${isLifted ? 'suppression-lifted' : 'suppression-none'}`, 303)
}

export const messageRoutes = [
	messageFile,
	action(`${consolePaths.messages}/:message/retry`, 'operator', retry),
	smsFile,
	suppressionFile,
	action(consolePaths.suppressions, 'operator', lift),
]
