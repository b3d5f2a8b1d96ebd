import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { toConsoleFix, withConsoleLabels } from '#server/console/health/fix-in-console.ts'
import { type ConsoleActionRequest, recordAction } from '#server/console/shell/console-request.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import type { CheckState } from '#server/services/operations/launch-checklist/check.ts'
import { runChecks } from '#server/services/operations/launch-checklist/run-checklist.ts'

import { requireSubject, type ServiceName } from './subjects.ts'

const MINUTE_MS = 60_000

/** Groups of launch checks, by the service they test. */
const FAMILIES: Readonly<Record<ServiceName, string>> = {
	payments: 'Payments',
	mail: 'Email',
	texts: 'Text messages',
	address: 'Installation',
	live: 'Installation',
}

type Line = { id?: string; what: string; state: CheckState; found: string; fix: string }

/** Tests the service of a settings page, before the transaction that records the result. */
export async function checkService(request: ConsoleActionRequest) {
	const { id, service } = requireSubject(request.params.subject)
	if (!service) throw new ServiceError('not-found', 'settings_not_found', 'There’s nothing to check here.')
	const lines: Line[] = (await runChecks(request.ctx, FAMILIES[service])).map(({ id, what, state, found, howToFix }) => ({
		id,
		what,
		state,
		found,
		fix: howToFix,
	}))
	return async (inside: ConsoleActionRequest) => {
		await recordAction(inside, inside.ctx.db, { action: 'connection_checked', object: { kind: 'setup', id: service }, after: { lines } })
		return inside.c.redirect(`${consolePaths.settings}/${id}#check`, 303)
	}
}

/** Reads the latest test results; null before the first test. */
export async function readLastServiceCheck({ db }: Pick<ServiceContext, 'db'>, service: ServiceName) {
	const run = await db
		.selectFrom('operator_actions')
		.select(['created_at', 'after'])
		.where('object_kind', '=', 'setup')
		.where('object_id', '=', service)
		.where('action', '=', 'connection_checked')
		.where('after', 'is not', null)
		.orderBy('created_at', 'desc')
		.limit(1)
		.executeTakeFirst()
	if (!run) return null
	const { lines } = run.after as { lines: Line[] }
	const inWords = ({ id = '', what, state, found, fix }: Line) => ({
		what: withConsoleLabels(what),
		state,
		found: withConsoleLabels(found),
		fix: toConsoleFix(id, fix),
	})
	return { at: run.created_at, lines: lines.map(inWords) }
}

export const testMail = (content: Content): RenderedMail => ({
	template: 'console.test-mail',
	subject: `Test email from ${content.site.name}`,
	...layoutMail(content, {
		heading: 'It works',
		paragraphs: [`This is how emails of ${content.site.name} look.`],
		notes: ['Someone on your team sent this from Settings in the console.'],
	}),
})

/** Sends a test email to the signed-in operator, at most once a minute. */
export async function sendTestMail(request: ConsoleActionRequest) {
	const { ctx, by, c } = request
	const minute = Math.floor(ctx.now().getTime() / MINUTE_MS)
	const mail = { to: by.email, dedupeKey: `test-mail:${by.userId}:${minute}`, ...testMail(ctx.content) }
	const sent = await inTransaction(ctx.db, (tx) => enqueueMessage(ctx, tx, mail))
	if (sent !== null) await recordAction(request, ctx.db, { action: 'test_mail_sent', object: { kind: 'message', id: sent } })
	return c.redirect(`${consolePaths.settings}/mail?notice=${sent === null ? 'mail-was-sent' : 'test-mail-sent'}`, 303)
}
