import { composeSample } from '#server/console/letters/read-letters.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, reactPage } from '#server/console/shell/route.ts'
import type { ConsoleRequest, Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { rulesOf } from '#server/services/people/lifecycle/rules.ts'
import { listRulesOn, switchRule } from '#server/services/people/lifecycle/switch-rule.ts'

/** The automations with their texts. */
export async function readAutomations(work: ConsoleRequest) {
	const { content, db } = work.ctx
	const on = await listRulesOn(db)
	return {
		automations: rulesOf(content).map(({ name, title, when, ends, text }) => ({
			name,
			title,
			when,
			ends,
			isOn: on.has(name),
			text: composeSample(work, text).text,
		})),
	}
}

async function switchOne(work: Work, fields: Readonly<Record<string, string>>) {
	const { c, ctx, params } = work
	const isOn = fields.on === 'yes'
	const name = await switchRule(ctx, ctx.db, { name: params.rule ?? '', isOn })
	if (name === null) throw new ServiceError('not-found', 'rule_not_found', 'There is no such automation.')
	await recordAction(work, ctx.db, { action: isOn ? 'lifecycle_on' : 'lifecycle_off', object: { kind: 'letter', id: name } })
	return c.redirect(`${places.lifecycle}?said=${isOn ? 'lifecycle-on' : 'lifecycle-off'}`, 303)
}

/** Automations (app/admin/routes/letters/automations.tsx); each is off until an operator turns it on. */
export const lifecycleRoutes = [reactPage(places.lifecycle, 'operator'), action(`${places.lifecycle}/:rule`, 'operator', switchOne)]
