import { REFUSAL_MESSAGES } from '#server/console/shell/guard.ts'

import { forgetStepUp } from './people.ts'
import { type Permission, readPermissions } from './read-permissions.ts'
import type { TestWorld } from './world.ts'

const NOTHING_ID = '018f0000-0000-7000-8000-000000000000'
const addressOf = (path: string) => path.replace(/:\w+/g, NOTHING_ID).replace('*', '')

/** Actions on nonexistent objects: if one of these is carried out despite a missing check, nothing happens. */
const needsObject = ({ path }: Permission) => path.includes(':')
/** True for a CSV export, which writes a file and a log entry. */
const isExport = ({ path }: Permission) => path.endsWith('.csv')

/** Checks that a sign-in with only the password opens nothing. */
async function checkHalf({ client, half, findings }: TestWorld, pages: readonly Permission[]): Promise<void> {
	for (const { path } of pages) {
		const answer = await client.send(half, { path: addressOf(path) })
		const isSentBack = answer.status === 303 && answer.location.startsWith('/admin/second-factor')
		if (!isSentBack && answer.status !== 429)
			findings.add(answer, 'to be asked for the second factor', `${answer.status} ${answer.location}`)
	}
}

type Attempt = { says: string; expected: string; headers?: Record<string, string>; fields?: Record<string, string> }

/** Submits an empty form to an action, which must refuse it. @returns true if it did */
async function isRefused({ client, people, findings }: TestWorld, { path }: Permission, attempt: Attempt): Promise<boolean> {
	const { says, expected, headers = {}, fields = {} } = attempt
	const answer = await client.submit(people.operator, addressOf(path), { headers, fields })
	const isRight = answer.status === 429 || answer.text.includes(says)
	if (!isRight) findings.add(answer, expected, `${answer.status} ${answer.text.slice(0, 80)}`)
	return isRight
}

/**
 * Tries an attack on all actions. Those on a nonexistent object come first: the others, which could change something, are tried
 * only if these are refused.
 */
async function attackAll(world: TestWorld, actions: readonly Permission[], attempt: Attempt): Promise<void> {
	let isSafe = true
	for (const action of actions.filter(needsObject)) isSafe = (await isRefused(world, action, attempt)) && isSafe
	if (!isSafe) return void world.notes.push(`Other actions were not tried: expected ${attempt.expected}.`)
	for (const action of actions.filter((each) => !needsObject(each))) await isRefused(world, action, attempt)
}

const NO_TOKEN: Attempt = {
	says: REFUSAL_MESSAGES.earlierToken,
	expected: 'a refusal without the form’s token',
	fields: { form_token: '' },
}
const OTHER_SITE: Attempt = {
	says: REFUSAL_MESSAGES.otherSite,
	expected: 'a refusal of a form of another site',
	headers: { origin: 'https://elsewhere.example' },
	fields: { form_token: '' },
}
const NO_CODE: Attempt = { says: REFUSAL_MESSAGES.noCode, expected: 'to be asked for a code of the second factor' }

/** Checks the console beyond roles: half-finished sign-ins, cross-site forms, forms without a token, and the step-up. */
export async function checkConsole(world: TestWorld): Promise<void> {
	const inside = [...readPermissions().values()].filter(
		({ path, kind, roles }) => path.startsWith('/admin') && kind === 'role' && !roles.has('visitor'),
	)
	const actions = inside.filter(({ method }) => method === 'POST')
	const pages = inside.filter(({ method }) => method === 'GET')
	await checkHalf(world, pages)
	await attackAll(world, actions, NO_TOKEN)
	await attackAll(world, actions, OTHER_SITE)
	await forgetStepUp(world.ctx, world.people.operator)
	// Any other action without an object could be carried out if its check is missing.
	const isTried = (action: Permission) => needsObject(action) || isExport(action) || world.isSandbox
	const guarded = actions.filter((action) => action.isGuarded && isTried(action))
	await attackAll(world, guarded, NO_CODE)
}
