import { consolePaths } from '#contracts/console-paths.ts'
import { composeSampleIssue } from '#server/console/newsletter/read-issues.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction } from '#server/console/shell/console-request.ts'
import { action } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { rulesOf } from '#server/services/people/lifecycle/rules.ts'
import { listRulesOn, switchRule } from '#server/services/people/lifecycle/send-lifecycle.ts'

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
			text: composeSampleIssue(request, text).text,
		})),
	}
}

async function switchOne(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx, params } = request
	const isOn = fields.on === 'yes'
	const name = await switchRule(ctx, ctx.db, { name: params.rule ?? '', isOn })
	if (name === null) throw new ServiceError('not-found', 'rule_not_found', 'We can’t find that automation.')
	await recordAction(request, ctx.db, { action: isOn ? 'lifecycle_on' : 'lifecycle_off', object: { kind: 'letter', id: name } })
	return c.redirect(`${consolePaths.lifecycle}?notice=${isOn ? 'lifecycle-on' : 'lifecycle-off'}`, 303)
}

/** Automations (app/admin/routes/newsletter/automations.tsx), each off until an operator turns it on. */
export const lifecycleRoutes = [action(`${consolePaths.lifecycle}/:rule`, 'operator', switchOne)]
