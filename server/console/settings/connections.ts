import { setTimeout as sleep } from 'node:timers/promises'

import { consolePaths } from '#contracts/console-paths.ts'
import { isLoopbackHost } from '#domain/network/loopback.ts'
import { type Config, ConfigRefused } from '#server/config/config.ts'
import { isLiveKey } from '#server/config/payments.ts'
import type { ConfigProblem } from '#server/config/variable.ts'
import { type ConsoleActionRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { SECRET_FIELD } from '#server/console/shell/failed-form.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	isLiveDecidedInConsole,
	isSetByEnvironment,
	SANDBOX_OFF,
	SERVICE_GROUPS,
	SERVICE_SETTINGS,
	type ServiceGroup,
	type ServiceSetting,
	withConsoleSettings,
} from '#server/services/platform/service-settings/settings-list.ts'
import {
	isRestartPending,
	lockSettings,
	readStoredSettings,
	readStoredState,
	readSettingsVersion,
	storeSettings,
} from '#server/services/platform/service-settings/stored-settings.ts'

import { requireReadyToGoLive } from './going-live.ts'
import { requireSubject } from './subjects.ts'

type Changes = Record<string, string | null>

/** Delay before the restart, so that the page can load. The page then polls until the new process responds. */
const RESTART_AFTER_MS = 1500
/** Minimum length of a secret whose last four characters are shown. For a shorter one, they would reveal too much. */
const LENGTH_WITH_ENDING = 20

const settingOf = (variable: string) =>
	SERVICE_GROUPS.flatMap((group) => SERVICE_SETTINGS[group]).find((setting) => setting.variable === variable)

const variablesOf = (group: ServiceGroup) => SERVICE_SETTINGS[group].map(({ variable }) => variable)

const fieldOf = ({ variable, isSecret }: ServiceSetting) => (isSecret ? SECRET_FIELD : '') + variable.toLowerCase()
const removalOf = ({ variable }: ServiceSetting) => `remove_${variable.toLowerCase()}`

/** Replaces the names of environment variables with the labels of their fields. */
const inWords = (message: string) =>
	message
		.replace(/[,;] or set SANDBOX=1 to rehearse|, or SANDBOX=1 to rehearse/, '')
		.replace(/production without it needs SANDBOX=1.*|production without STRIPE_SECRET_KEY.*/, 'is needed to go live')
		.replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => settingOf(name)?.label ?? name)

const describeSecret = (value: string | undefined) =>
	value === undefined ? '' : value.length >= LENGTH_WITH_ENDING ? `Set, ends in …${value.slice(-4)}` : 'Set'

const isDecidedByEnvironment = ({ start: { environment } }: ServiceContext, group: ServiceGroup): boolean =>
	group === 'live' ? !isLiveDecidedInConsole(environment) : isSetByEnvironment(environment, group)

const describeWebhook = ({ publicUrl }: ServiceContext['config']) => ({
	address: `${publicUrl}/webhooks/stripe`,
	isReachable: !isLoopbackHost(new URL(publicUrl).hostname),
})

/** Reads the form of a service, without its secrets. Null if the server's environment configures it. */
export async function readConnection(ctx: ServiceContext, group: ServiceGroup) {
	if (isDecidedByEnvironment(ctx, group)) return null
	const variables = variablesOf(group)
	const [values, state] = [await readStoredSettings(ctx), await readStoredState(ctx, variables)]
	return {
		...state,
		version: await readSettingsVersion(ctx, variables),
		problem: state.problem === null ? null : inWords(state.problem),
		canRestart: ctx.start.restart !== null,
		isSet: SERVICE_SETTINGS[group].some(({ variable }) => values[variable] !== undefined),
		webhook: group === 'payments' ? describeWebhook(ctx.config) : null,
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
	if (!service) throw new ServiceError('not-found', 'settings_not_found', 'There’s nothing to connect here.')
	if (isDecidedByEnvironment(ctx, service)) {
		const message = 'This is set by an environment variable on the server, so it can’t be changed here.'
		throw new ServiceError('conflict', 'set_on_server', message)
	}
	return service
}

/** Reads the changes from a form. An empty secret field keeps the stored secret, unless its removal is checked. */
function readChanges(group: ServiceGroup, typed: Fields, before: Readonly<Record<string, string>>): Changes {
	const changes: Changes = {}
	for (const setting of SERVICE_SETTINGS[group]) {
		const value = (typed[fieldOf(setting)] ?? '').trim()
		const old = before[setting.variable]
		if (value === '' && setting.isSecret && typed[removalOf(setting)] === undefined) continue
		if (value !== (old ?? '')) changes[setting.variable] = value === '' ? null : value
	}
	return changes
}

/** @throws ServiceError connection_refused (422), with an error for each invalid field */
function refuse(group: ServiceGroup, problems: readonly ConfigProblem[]): never {
	const fields: Record<string, string> = {}
	const others: string[] = []
	for (const { variable, message } of problems) {
		const setting = SERVICE_SETTINGS[group].find((each) => each.variable === variable)
		if (setting) fields[fieldOf(setting)] = `${setting.label}: ${inWords(message)}`
		else others.push(`${settingOf(variable)?.label ?? `On the server, ${variable}`}: ${inWords(message)}`)
	}
	throw new ServiceError('unprocessable', 'connection_refused', ['Not saved.', ...others].join(' '), { fields })
}

/** Settings that decide where the stored password is sent: changing one requires typing the password again. */
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

/**
 * Response time of every failed connection test. All show the same message, too, so that they reveal nothing about the server's
 * network.
 */
const MAIL_FAILURE_MS = 5000
const MAIL_FAILURE: ConfigProblem = {
	variable: 'GOTRUE_SMTP_HOST',
	message: 'We couldn’t connect. Check server, port, user name and password. The server has to be on the public internet.',
}

async function findServiceProblems(
	{ start }: ServiceContext,
	config: Config,
	variables: readonly string[],
): Promise<readonly ConfigProblem[]> {
	const pending = start.findServiceProblems(config, variables)
	const { smtp } = config.email
	if (!smtp || smtp.mayBePrivate || !variables.includes(MAIL_FAILURE.variable)) return pending
	const limit = sleep(MAIL_FAILURE_MS, [MAIL_FAILURE])
	const problems = await Promise.race([pending, limit])
	if (problems.every(({ variable }) => variable !== MAIL_FAILURE.variable)) return problems
	await limit
	return problems.map((problem) => (problem.variable === MAIL_FAILURE.variable ? MAIL_FAILURE : problem))
}

/** True if a live key is saved before the academy goes live. */
const isForLater = ({ start }: ServiceContext, group: ServiceGroup, values: Readonly<Record<string, string>>) =>
	group === 'payments' &&
	isLiveDecidedInConsole(start.environment) &&
	values['SANDBOX'] !== SANDBOX_OFF &&
	isLiveKey(values['STRIPE_SECRET_KEY'])

/** Refuses settings that the server or a service wouldn't accept. Going live checks all services. */
async function checkChanges({ ctx }: ConsoleActionRequest, group: ServiceGroup, values: Readonly<Record<string, string>>): Promise<void> {
	const checked = isForLater(ctx, group, values) ? { ...values, SANDBOX: SANDBOX_OFF } : values
	const groups = group === 'live' ? SERVICE_GROUPS : [group]
	try {
		const config = ctx.start.readConfig(withConsoleSettings(ctx.start.environment, checked))
		// Sales can be stopped even while a service is down.
		if (group === 'live' && checked['SANDBOX'] !== SANDBOX_OFF) return
		const problems = await findServiceProblems(ctx, config, groups.flatMap(variablesOf))
		if (problems.length > 0) refuse(group, problems)
	} catch (error) {
		if (!(error instanceof ConfigRefused)) throw error
		// Problems with other settings are reported when the academy goes live.
		const problems = checked === values ? error.problems : error.problems.filter(({ variable }) => variablesOf(group).includes(variable))
		if (problems.length > 0) refuse(group, problems)
	}
}

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

/** Refuses an outdated form: if two people have it open, the second must see the first one's changes before overwriting them. */
async function requireVersion(ctx: ServiceContext, group: ServiceGroup, version: string | undefined): Promise<void> {
	if (version === (await readSettingsVersion(ctx, variablesOf(group)))) return
	const words = 'Someone changed these settings in the meantime, so yours weren’t saved. Review them first: saving again replaces theirs.'
	throw new ServiceError('conflict', 'connection_changed_meanwhile', words)
}

/** Returns an action that stores the changes and restarts the server after the commit. */
function store(group: ServiceGroup, changes: Changes, version: string | undefined) {
	return async (request: ConsoleActionRequest) => {
		const { ctx, params, c } = request
		const address = `${consolePaths.settings}/${params.subject}`
		if (Object.keys(changes).length === 0) return c.redirect(`${address}?notice=connection-unchanged`, 303)
		await lockSettings(ctx)
		await requireVersion(ctx, group, version)
		await storeSettings(ctx, changes)
		await recordAction(request, ctx.db, {
			action: group === 'live' ? (changes['SANDBOX'] === SANDBOX_OFF ? 'went_live' : 'went_back_to_sandbox') : 'connection_changed',
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

export async function saveConnection(request: ConsoleActionRequest, typed: Fields) {
	const group = requireGroup(request)
	await requireVersion(request.ctx, group, typed.version)
	const before = await readStoredSettings(request.ctx)
	const changes = readChanges(group, typed, before)
	requireSafe(group, changes, before)
	if (changes['SANDBOX'] === SANDBOX_OFF) await requireReadyToGoLive(request.ctx)
	if (changes['SANDBOX'] === SANDBOX_OFF && typed.terms !== 'yes') {
		const words = 'Read the texts, then check this box.'
		throw new ServiceError('unprocessable', 'terms_unread', words, { fields: { terms: words } })
	}
	if (Object.keys(changes).length > 0) await checkChanges(request, group, apply(before, changes))
	return store(group, changes, typed.version)
}

export async function removeConnection(request: ConsoleActionRequest, { version }: Fields) {
	const group = requireGroup(request)
	await requireVersion(request.ctx, group, version)
	const before = await readStoredSettings(request.ctx)
	const changes: Changes = {}
	for (const { variable } of SERVICE_SETTINGS[group]) if (before[variable] !== undefined) changes[variable] = null
	await checkChanges(request, group, apply(before, changes))
	return store(group, changes, version)
}

/** Returns as JSON whether a restart is still due, for the page that waits for it. */
export async function getRestartStatus({ c, ctx, params }: ConsoleActionRequest) {
	requireSubject(params.subject)
	return c.json({ isDue: await isRestartPending(ctx) })
}
