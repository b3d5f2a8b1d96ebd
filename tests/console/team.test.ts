import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { changeAccount, createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { GOOD_PASSWORD, startWire, type Wire } from '#tests/wire/test-client.ts'

import { consoleBrowser, openConsoleAs } from './open-console.ts'

const TEAM = '/admin/settings/team'
const because = { reason: 'New colleague' }
const DAY_MS = 86_400_000

async function tokenIn(wire: Wire, to: string): Promise<string> {
	const { body } = await wire.lastMail(to)
	return /invitation\?token=([\w-]{43})/.exec(body)?.[1] ?? ''
}

const idOfInvitation = async ({ deps: { db } }: Wire, email: string) =>
	(await db.selectFrom('auth.console_invitations').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

async function join(wire: Wire, form: Record<string, string>) {
	const browser = consoleBrowser(wire)
	const answer = await browser.post('/admin/invitation', form)
	return { browser, answer }
}

test('an invited person sets a password and the second factor and gets the role; the link works once', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const email = 'ada@academy.test'
	expect((await operator.post(`${TEAM}/invite`, { email: ' Ada@Academy.test ', role: 'support', ...because })).to).toBe(
		`${TEAM}?notice=invitation-sent`,
	)
	expect((await operator.get(TEAM)).text).toContain(email)
	const token = await tokenIn(wire, email)
	expect((await consoleBrowser(wire).get(`/admin/invitation?token=${token}`)).text).toContain('Choose a password')
	expect((await join(wire, { token, password: 'short' })).answer).toMatchObject({ status: 422 })

	const { browser, answer } = await join(wire, { token, password: GOOD_PASSWORD })
	expect(answer).toMatchObject({ status: 303, to: '/admin/second-factor?to=%2Fadmin%2Ftoday' })
	await browser.get('/admin/second-factor')
	await browser.post('/admin/second-factor', { code: browser.code(), to: '/admin/today' })
	expect((await browser.get('/admin/today')).status).toBe(200)
	expect((await browser.get(TEAM)).status).toBe(403)
	expect((await join(wire, { token, password: GOOD_PASSWORD })).answer.status).toBe(403)

	const actions = await wire.deps.db.selectFrom('operator_actions').select(['action', 'reason', 'actor_id']).orderBy('created_at').execute()
	expect(actions.map(({ action }) => action)).toEqual(['team_invited', 'team_joined'])
	expect(actions[0]).toMatchObject({ reason: because.reason, actor_id: operator.userId })
})

test('an invitation ends when resent, withdrawn or a week old', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const email = 'bo@academy.test'
	// An invitation needs no reason.
	await operator.post(`${TEAM}/invite`, { email, role: 'operator' })
	const first = await tokenIn(wire, email)
	const id = await idOfInvitation(wire, email)
	wire.clock.advance(60_000)
	expect((await operator.post(`${TEAM}/invitations/${id}/resend`, because)).to).toContain('invitation-sent')
	const second = await tokenIn(wire, email)
	expect(second).not.toBe(first)
	expect((await join(wire, { token: first, password: GOOD_PASSWORD })).answer.status).toBe(403)
	expect((await operator.post(`${TEAM}/invitations/${id}/withdraw`, because)).to).toContain('invitation-withdrawn')
	expect((await operator.post(`${TEAM}/invitations/${id}/withdraw`, because)).to).toContain('invitation-gone')
	expect((await join(wire, { token: second, password: GOOD_PASSWORD })).answer.status).toBe(403)

	await operator.post(`${TEAM}/invite`, { email, role: 'operator', ...because })
	const third = await tokenIn(wire, email)
	wire.clock.advance(7 * DAY_MS)
	expect((await join(wire, { token: third, password: GOOD_PASSWORD })).answer.status).toBe(403)
	expect(await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', email).execute()).toEqual([])
})

test('an invitation can’t replace the password of an existing account', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const email = 'learner@academy.test'
	await createAccount(systemContext(wire.deps, 'test'), { email, password: GOOD_PASSWORD, email_confirm: true })
	await operator.post(`${TEAM}/invite`, { email, role: 'support', ...because })
	const token = await tokenIn(wire, email)
	expect((await consoleBrowser(wire).get(`/admin/invitation?token=${token}`)).text).not.toContain('Choose a password')
	expect((await join(wire, { token, password: 'another long password 9' })).answer.status).toBe(303)
	const signIn = (password: string) => consoleBrowser(wire).post('/admin/sign-in', { email, password })
	expect([(await signIn(GOOD_PASSWORD)).status, (await signIn('another long password 9')).status]).toEqual([303, 400])
})

test('removing someone ends their console session at once; the last operator can’t be removed', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/today')).status).toBe(200)
	expect((await operator.post(`${TEAM}/${support.userId}/end`, { reason: '' })).status).toBe(400)
	expect((await operator.post(`${TEAM}/${support.userId}/end`, because)).to).toBe(`${TEAM}?notice=member-ended`)
	expect((await support.get('/admin/today')).status).toBe(303)
	expect((await operator.post(`${TEAM}/${support.userId}/end`, because)).status).toBe(409)

	expect((await operator.post(`${TEAM}/${operator.userId}/end`, because)).status).toBe(409)
	expect((await operator.post(`${TEAM}/${operator.userId}/role`, { role: 'support', ...because })).status).toBe(409)
	expect((await operator.get(TEAM)).text).toContain('The only operator')
	const banned = await createAccount(systemContext(wire.deps, 'test'), { email: 'banned@academy.test', app_metadata: { role: 'operator' } })
	expect((await operator.get(TEAM)).text).not.toContain('The only operator')
	await changeAccount(systemContext(wire.deps, 'test'), banned.id, { ban_duration: '1h' })
	expect((await operator.get(TEAM)).text).toContain('The only operator')
})

test('two operators who remove each other at the same time leave one operator', async () => {
	const wire = await startWire()
	const one = await openConsoleAs(wire, 'operator', 'one@academy.test')
	const other = await openConsoleAs(wire, 'operator', 'other@academy.test')
	const answers = await Promise.all([one.post(`${TEAM}/${other.userId}/end`, because), other.post(`${TEAM}/${one.userId}/end`, because)])
	expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
	const left = await wire.deps.db.selectFrom('auth.users').select('raw_app_meta_data').execute()
	expect(left.filter(({ raw_app_meta_data: data }) => (data as { role?: string }).role === 'operator')).toHaveLength(1)
})

test('an invitation ends with its sender’s role, and another operator can resend it', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const leaving = await openConsoleAs(wire, 'operator', 'leaving@academy.test')
	const { db } = wire.deps
	const inviteAs = async (email: string) => {
		await leaving.post(`${TEAM}/invite`, { email, role: 'operator', ...because })
		return tokenIn(wire, email)
	}
	const own = await inviteAs('own@academy.test')
	const banned = await inviteAs('cy@academy.test')
	const until = new Date(wire.clock.now().getTime() + DAY_MS)
	await db.updateTable('auth.users').set({ banned_until: until }).where('id', '=', leaving.userId).execute()
	expect((await join(wire, { token: banned, password: GOOD_PASSWORD })).answer.status).toBe(403)
	expect((await consoleBrowser(wire).get(`/admin/invitation?token=${banned}`)).status).toBe(403)
	await operator.post(`${TEAM}/invitations/${await idOfInvitation(wire, 'cy@academy.test')}/resend`, because)
	expect((await join(wire, { token: await tokenIn(wire, 'cy@academy.test'), password: GOOD_PASSWORD })).answer.status).toBe(303)

	await db.updateTable('auth.users').set({ banned_until: null }).where('id', '=', leaving.userId).execute()
	expect((await operator.post(`${TEAM}/${leaving.userId}/role`, { role: 'support', ...because })).status).toBe(303)
	expect((await join(wire, { token: own, password: GOOD_PASSWORD })).answer.status).toBe(403)
	expect(await wire.countRows('auth.console_invitations')).toBe(0)
})

test('an old invitation doesn’t change the role of a team member', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const email = 'di@academy.test'
	await operator.post(`${TEAM}/invite`, { email, role: 'support', ...because })
	const token = await tokenIn(wire, email)
	const member = await openConsoleAs(wire, 'operator', email)
	const { answer } = await join(wire, { token, password: GOOD_PASSWORD })
	expect([answer.status, answer.text.includes('already on the team')]).toEqual([409, true])
	expect((await member.get(TEAM)).status).toBe(200)
})
