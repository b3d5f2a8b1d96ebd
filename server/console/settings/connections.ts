import { consolePaths } from '#contracts/console-paths.ts'
import { ConfigRefused } from '#server/config/config.ts'
import type { Problem } from '#server/config/variable.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { SECRET_FIELD } from '#server/console/shell/kept-form.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	isSetByEnvironment,
	SERVICE_GROUPS,
	SERVICE_SETTINGS,
	type ServiceGroup,
	type ServiceSetting,
	withStored,
} from '#server/services/platform/service-settings/settings-list.ts'
import { isStartDue, readStored, readStoredState, storeSettings } from '#server/services/platform/service-settings/stored-settings.ts'

import { requireSubject } from './subjects.ts'

type Typed = Readonly<Record<string, string>>
type Changes = Record<string, string | null>

/** The page is there before the server ends; it asks until the next one answers. */
const RESTART_AFTER_MS = 1500
/** Four signs of a shorter secret would say too much of it. */
const LENGTH_WITH_ENDING = 20

const settingOf = (variable: string) =>
	SERVICE_GROUPS.flatMap((group) => SERVICE_SETTINGS[group]).find((setting) => setting.variable === variable)

const fieldOf = ({ variable, isSecret }: ServiceSetting) => (isSecret ? SECRET_FIELD : '') + variable.toLowerCase()
const removalOf = ({ variable }: ServiceSetting) => `remove_${variable.toLowerCase()}`

/** The variables of the environment by the names that the fields have. */
const inWords = (message: string) => message.replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => settingOf(name)?.label ?? name)

const describeSecret = (value: string | undefined) =>
	value === undefined ? '' : value.length >= LENGTH_WITH_ENDING ? `Set, ends in …${value.slice(-4)}` : 'Set'

/** The form of a service: never a secret. Null where the environment of the server sets it up. */
export async function readConnection(ctx: ServiceContext, group: ServiceGroup) {
	if (isSetByEnvironment(ctx.start.environment, group)) return null
	const [values, state] = [
		await readStored(ctx),
		await readStoredState(
			ctx,
			SERVICE_SETTINGS[group].map(({ variable }) => variable),
		),
	]
	return {
		...state,
		problem: state.problem === null ? null : inWords(state.problem),
		canRestart: ctx.start.restart !== null,
		isSet: SERVICE_SETTINGS[group].some(({ variable }) => values[variable] !== undefined),
		webhookAddress: group === 'payments' ? `${ctx.config.publicUrl}/webhooks/stripe` : null,
		fields: SERVICE_SETTINGS[group].map((setting) => ({
			name: fieldOf(setting),
			label: setting.label,
			hint: setting.hint ?? '',
			type: setting.type ?? 'text',
			isSecret: setting.isSecret === true,
			value: setting.isSecret ? '' : (values[setting.variable] ?? ''),
			known: setting.isSecret ? describeSecret(values[setting.variable]) : '',
			removal: removalOf(setting),
		})),
	}
}

function requireGroup({ ctx, params }: ConsoleActionRequest): ServiceGroup {
	const { service } = requireSubject(params.subject)
	if (!service) throw new ServiceError('not-found', 'settings_not_found', 'There is nothing to connect here.')
	if (isSetByEnvironment(ctx.start.environment, service))
		throw new ServiceError('conflict', 'set_on_server', 'This is set on the server (environment), which wins.')
	return service
}

/** Changes of a form. An empty field of a secret keeps it. */
function readChanges(group: ServiceGroup, typed: Typed, before: Readonly<Record<string, string>>): Changes {
	const changes: Changes = {}
	for (const setting of SERVICE_SETTINGS[group]) {
		const value = (typed[fieldOf(setting)] ?? '').trim()
		const old = before[setting.variable]
		if (value === '' && setting.isSecret && typed[removalOf(setting)] === undefined) continue
		if (value !== (old ?? '')) changes[setting.variable] = value === '' ? null : value
	}
	return changes
}

/** @throws ServiceError connection_refused (422), with each problem at its field */
function refuse(group: ServiceGroup, problems: readonly Problem[]): never {
	const fields: Record<string, string> = {}
	const others: string[] = []
	for (const { variable, message } of problems) {
		const setting = SERVICE_SETTINGS[group].find((each) => each.variable === variable)
		if (setting) fields[fieldOf(setting)] = `${setting.label}: ${inWords(message)}`
		else others.push(`${settingOf(variable)?.label ?? `On the server, ${variable}`}: ${inWords(message)}`)
	}
	throw new ServiceError('unprocessable', 'connection_refused', ['Not saved.', ...others].join(' '), { fields })
}

/** Settings that receive the stored password: to change one, the operator must know the password. */
const WITH_PASSWORD: readonly string[] = ['GOTRUE_SMTP_HOST', 'GOTRUE_SMTP_PORT', 'GOTRUE_SMTP_USER']

/** @throws ServiceError connection_refused (422) */
function requireSafe(group: ServiceGroup, changes: Changes, before: Readonly<Record<string, string>>): void {
	const password = 'GOTRUE_SMTP_PASS'
	if (before[password] !== undefined && changes[password] === undefined && WITH_PASSWORD.some((variable) => variable in changes))
		refuse(group, [{ variable: password, message: 'Enter it again to use another server or user.' }])
	const address = changes['GOTRUE_SITE_URL']
	if (address && (!URL.canParse(address) || new URL(address).origin !== address))
		refuse(group, [{ variable: 'GOTRUE_SITE_URL', message: 'Enter it without a path, such as https://www.example.com.' }])
}

/** Refuses settings that the server or the service would not accept. */
async function checkChanges({ ctx }: ConsoleActionRequest, group: ServiceGroup, values: Readonly<Record<string, string>>): Promise<void> {
	try {
		const config = ctx.start.readConfig(withStored(ctx.start.environment, values))
		const problems = await ctx.start.askServices(
			config,
			SERVICE_SETTINGS[group].map(({ variable }) => variable),
		)
		if (problems.length > 0) refuse(group, problems)
	} catch (error) {
		if (error instanceof ConfigRefused) refuse(group, error.problems)
		throw error
	}
}

/** The values after the changes. */
function apply(before: Readonly<Record<string, string>>, changes: Changes): Record<string, string> {
	const values = { ...before }
	for (const [variable, value] of Object.entries(changes))
		if (value === null) delete values[variable]
		else values[variable] = value
	return values
}

const labelsOf = (changes: Changes, isRemoved: boolean) =>
	Object.entries(changes)
		.filter(([, value]) => (value === null) === isRemoved)
		.map(([variable]) => settingOf(variable)?.label ?? variable)

/** Stores the changes with their entry in the log, and restarts the server once they are committed. */
function store(group: ServiceGroup, changes: Changes) {
	return async (request: ConsoleActionRequest) => {
		const { ctx, params, c } = request
		const address = `${consolePaths.settings}/${params.subject}`
		if (Object.keys(changes).length === 0) return c.redirect(`${address}?notice=connection-unchanged`, 303)
		await storeSettings(ctx, changes)
		await recordAction(request, ctx.db, {
			action: 'connection_changed',
			object: { kind: 'setup', id: group },
			after: { set: labelsOf(changes, false), removed: labelsOf(changes, true) },
		})
		const { restart } = ctx.start
		if (restart)
			request.afterCommit(() => {
				setTimeout(restart, RESTART_AFTER_MS)
				return Promise.resolve()
			})
		return c.redirect(`${address}?notice=connection-saved`, 303)
	}
}

/** Connects a service after checking the entered values with it. */
export async function saveConnection(request: ConsoleActionRequest, typed: Typed) {
	const group = requireGroup(request)
	const before = await readStored(request.ctx)
	const changes = readChanges(group, typed, before)
	requireSafe(group, changes, before)
	if (Object.keys(changes).length > 0) await checkChanges(request, group, apply(before, changes))
	return store(group, changes)
}

/** Removes a service's stored settings. */
export async function removeConnection(request: ConsoleActionRequest) {
	const group = requireGroup(request)
	const before = await readStored(request.ctx)
	const changes: Changes = {}
	for (const { variable } of SERVICE_SETTINGS[group]) if (before[variable] !== undefined) changes[variable] = null
	await checkChanges(request, group, apply(before, changes))
	return store(group, changes)
}

/** For a page that waits for the restart. */
export async function answerRestart({ c, ctx, params }: ConsoleActionRequest) {
	requireSubject(params.subject)
	return c.json({ isDue: await isStartDue(ctx) })
}
