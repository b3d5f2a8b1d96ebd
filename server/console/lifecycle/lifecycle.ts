import { consolePaths } from '#contracts/console-paths.ts'
import { queueTest } from '#server/console/newsletter/issue-actions.ts'
import { composeSampleIssue, renderSampleIssue } from '#server/console/newsletter/read-issues.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction } from '#server/console/shell/console-request.ts'
import { action, fileRoute } from '#server/console/shell/route.ts'
import { frameMail } from '#server/http/frame-mail.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type LifecycleRule, rulesOf } from '#server/services/people/lifecycle/rules.ts'
import { listRulesOn, switchRule } from '#server/services/people/lifecycle/send-lifecycle.ts'

const objectOf = (name: string) => ({ kind: 'letter', id: name }) as const

export async function readAutomations(request: ConsoleRequest) {
	const { content, db } = request.ctx
	const on = await listRulesOn(db)
	return {
		automations: rulesOf(content).map(({ name, title, when, ends, text }) => ({
			name,
			title,
			when,
			ends,
			isOn: on.has(name),
			subject: text.subject,
			text: composeSampleIssue(request, text).text,
		})),
	}
}

/** @throws ServiceError rule_not_found (404) */
function requireRule({ ctx: { content }, params }: ConsoleRequest): LifecycleRule {
	const rule = rulesOf(content).find(({ name }) => name === params.rule)
	if (!rule) throw new ServiceError('not-found', 'rule_not_found', 'We can’t find that automation.')
	return rule
}

async function switchOne(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const isOn = fields.on === 'yes'
	const { name } = requireRule(request)
	await switchRule(ctx, ctx.db, { name, isOn })
	const undo = await recordAction(request, ctx.db, { action: isOn ? 'lifecycle_on' : 'lifecycle_off', object: objectOf(name) })
	return c.redirect(`${consolePaths.lifecycle}?notice=${isOn ? 'lifecycle-on' : 'lifecycle-off'}&undo=${undo}`, 303)
}

const sendPreview = (request: ConsoleActionRequest) =>
	frameMail(request.c, renderSampleIssue(request, requireRule(request).text), { hasMedia: true })

async function sendTest(request: ConsoleActionRequest) {
	const { name, text } = requireRule(request)
	await queueTest(request, text)
	await recordAction(request, request.ctx.db, { action: 'lifecycle_tested', object: objectOf(name) })
	return request.c.redirect(`${consolePaths.lifecycle}?notice=issue-tested`, 303)
}

const RULE = `${consolePaths.lifecycle}/:rule`

/** Automations (app/admin/routes/newsletter/automations.tsx), each off until an operator turns it on. */
export const lifecycleRoutes = [
	action(RULE, 'operator', switchOne),
	fileRoute(`${RULE}/preview`, 'operator', sendPreview),
	action(`${RULE}/test`, 'operator', sendTest),
]
