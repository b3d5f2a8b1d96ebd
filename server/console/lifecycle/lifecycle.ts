import { consolePaths } from '#contracts/console-paths.ts'
import { convertPicturesBefore, queueTestEmail } from '#server/console/newsletter/issue-actions.ts'
import { type ConsoleActionRequest, type Fields, recordAction } from '#server/console/shell/console-request.ts'
import { action, actionAfterCall, fileRoute } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { formatDelay } from '#server/services/people/lifecycle/automations.ts'
import { readAutomationSettings, setDelay, switchAutomation } from '#server/services/people/lifecycle/send-lifecycle.ts'

import { autosaveText, renderTypedText, saveText, sendPreview } from './edit-text.ts'
import { readNewestText, requireRule } from './read-automations.ts'

const objectOf = (name: string) => ({ kind: 'letter', id: name }) as const
const redirectToRule = ({ c }: ConsoleActionRequest, name: string, notice: string) =>
	c.redirect(`${consolePaths.lifecycle}/${name}?notice=${notice}`, 303)

async function switchOne(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const isOn = fields.on === 'yes'
	const { name } = requireRule(request)
	await switchAutomation(ctx, ctx.db, { name, isOn })
	const undo = await recordAction(request, ctx.db, { action: isOn ? 'lifecycle_on' : 'lifecycle_off', object: objectOf(name) })
	return redirectToRule(request, name, `${isOn ? 'lifecycle-on' : 'lifecycle-off'}&undo=${undo}`)
}

async function changeDelay(request: ConsoleActionRequest, { delay = '', unit }: Fields) {
	const { ctx } = request
	const rule = requireRule(request)
	const { delayHours } = (await readAutomationSettings(ctx.db))(rule)
	const hours = /^\d{1,4}$/.test(delay.trim()) ? Number(delay) * (rule.delay.unit === 'day' || unit === 'day' ? 24 : 1) : Number.NaN
	await setDelay(ctx, ctx.db, { rule, hours })
	await recordAction(request, ctx.db, {
		action: 'lifecycle_delayed',
		object: objectOf(rule.name),
		before: { delay: formatDelay(delayHours) },
		after: { delay: formatDelay(hours) },
	})
	return redirectToRule(request, rule.name, 'lifecycle-delayed')
}

async function sendTest(request: ConsoleActionRequest) {
	const { name } = requireRule(request)
	const { text, filled } = await readNewestText(request, name)
	if (text.subject === '')
		throw new ServiceError('unprocessable', 'automation_without_text', 'Write its text first. Then you can send yourself a test.')
	await queueTestEmail(request, filled)
	await recordAction(request, request.ctx.db, { action: 'lifecycle_tested', object: objectOf(name) })
	return redirectToRule(request, name, 'issue-tested')
}

const RULE = `${consolePaths.lifecycle}/:rule`

/** Automations (app/admin/routes/newsletter/automations.tsx), each off until an operator turns it on. */
export const lifecycleRoutes = [
	action(RULE, 'operator', switchOne),
	action(`${RULE}/delay`, 'operator', changeDelay),
	actionAfterCall(`${RULE}/text`, 'operator', convertPicturesBefore(saveText)),
	actionAfterCall(`${RULE}/autosave`, 'operator', convertPicturesBefore(autosaveText)),
	fileRoute(`${RULE}/preview`, 'operator', sendPreview),
	actionAfterCall(`${RULE}/preview`, 'operator', convertPicturesBefore(renderTypedText)),
	action(`${RULE}/test`, 'operator', sendTest),
]
