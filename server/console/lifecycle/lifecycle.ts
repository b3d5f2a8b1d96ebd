import { randomBytes } from 'node:crypto'

import { consolePaths } from '#contracts/console-paths.ts'
import { toSlug } from '#server/console/content/files.ts'
import { convertPicturesBefore, queueTestEmail } from '#server/console/newsletter/issue-actions.ts'
import { type ConsoleActionRequest, type Fields, recordAction } from '#server/console/shell/console-request.ts'
import { action, actionAfterCall, fileRoute } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { type Automation, formatDelay, listTriggers } from '#server/services/people/lifecycle/automations.ts'
import {
	addAutomation,
	deleteAutomation,
	renameAutomation,
	setDelay,
	switchAutomation,
} from '#server/services/people/lifecycle/set-automations.ts'

import { autosaveText, renderTypedText, saveText, sendPreview } from './edit-text.ts'
import { readNewestText, requireAutomation } from './read-automations.ts'

const objectOf = (name: string) => ({ kind: 'letter', id: name }) as const
const redirectToAutomation = ({ c }: ConsoleActionRequest, name: string, notice: string) =>
	c.redirect(`${consolePaths.lifecycle}/${name}?notice=${notice}`, 303)

async function switchOne(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const isOn = fields.on === 'yes'
	const { name } = await requireAutomation(request)
	await switchAutomation(ctx, ctx.db, { name, isOn })
	const undo = await recordAction(request, ctx.db, { action: isOn ? 'lifecycle_on' : 'lifecycle_off', object: objectOf(name) })
	return redirectToAutomation(request, name, `${isOn ? 'lifecycle-on' : 'lifecycle-off'}&undo=${undo}`)
}

/** @returns hours; NaN if no number was typed. The form has no unit if the automation is always timed in days. */
const parseDelay = ({ delay: { unit: only } }: Pick<Automation, 'delay'>, { delay = '', unit = only }: Fields): number =>
	/^\d{1,4}$/.test(delay.trim()) ? Number(delay) * (unit === 'hour' ? 1 : 24) : Number.NaN

async function changeDelay(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const automation = await requireAutomation(request)
	const { name, title, delayHours } = automation
	const hours = parseDelay(automation, fields)
	await setDelay(ctx, ctx.db, { automation, hours })
	if (automation.isOwn) await renameAutomation(ctx.db, { name, title: fields.title ?? title })
	await recordAction(request, ctx.db, {
		action: 'lifecycle_delayed',
		object: objectOf(name),
		before: { delay: formatDelay(delayHours), ...(automation.isOwn && { name: title }) },
		after: { delay: formatDelay(hours), ...(automation.isOwn && { name: fields.title?.trim() ?? title }) },
	})
	return redirectToAutomation(request, name, 'lifecycle-delayed')
}

async function add(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const { title = '', trigger: chosen } = fields
	const trigger = listTriggers(ctx.content).find(({ name }) => name === chosen)
	if (!trigger) throw new ServiceError('unprocessable', 'trigger_unknown', 'Choose an event.', { fields: { trigger: 'Choose an event.' } })
	// A new name: subscribers who got the email of a deleted automation with this title haven't had this one.
	const name = `${toSlug(title.slice(0, 40)) ?? 'email'}-${randomBytes(3).toString('hex')}`
	await addAutomation(ctx, ctx.db, { name, title, trigger, hours: parseDelay(trigger, fields) })
	await recordAction(request, ctx.db, { action: 'lifecycle_added', object: objectOf(name), after: { name: title.trim() } })
	return redirectToAutomation(request, name, 'lifecycle-added')
}

async function remove(request: ConsoleActionRequest) {
	const { ctx, c } = request
	const { name, title, isOwn } = await requireAutomation(request)
	if (!isOwn) throw new ServiceError('unprocessable', 'automation_not_own', 'You can turn this automation off, but not delete it.')
	await deleteAutomation(ctx.db, name)
	await recordAction(request, ctx.db, { action: 'lifecycle_deleted', object: objectOf(name), before: { name: title } })
	return c.redirect(`${consolePaths.lifecycle}?notice=lifecycle-deleted`, 303)
}

async function sendTest(request: ConsoleActionRequest, fields: Fields) {
	const { name } = await requireAutomation(request)
	const { text, filled } = await readNewestText(request, name)
	if (text.subject === '')
		throw new ServiceError('unprocessable', 'automation_without_text', 'Write its text first. Then you can send yourself a test.')
	await queueTestEmail(request, { text: filled, fields, entry: { action: 'lifecycle_tested', object: objectOf(name) } })
	return redirectToAutomation(request, name, 'issue-tested')
}

const AUTOMATION = `${consolePaths.lifecycle}/:rule`

/** Automations (app/admin/routes/newsletter), each off until an operator turns it on. */
export const lifecycleRoutes = [
	action(consolePaths.newAutomation, 'operator', add),
	action(AUTOMATION, 'operator', switchOne),
	action(`${AUTOMATION}/delete`, 'operator', remove),
	action(`${AUTOMATION}/delay`, 'operator', changeDelay),
	actionAfterCall(`${AUTOMATION}/text`, 'operator', convertPicturesBefore(saveText)),
	actionAfterCall(`${AUTOMATION}/autosave`, 'operator', convertPicturesBefore(autosaveText)),
	fileRoute(`${AUTOMATION}/preview`, 'operator', sendPreview),
	actionAfterCall(`${AUTOMATION}/preview`, 'operator', convertPicturesBefore(renderTypedText)),
	action(`${AUTOMATION}/test`, 'operator', sendTest),
]
