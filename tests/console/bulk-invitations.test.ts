import { expect, test } from 'vitest'

import { readAccessState } from '#server/services/learning/entitlements/entitlements.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { GOOD_PASSWORD, signedIn, startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const EMAILS = ['ana@example.test', 'bo@example.test']

/** Adds two learners who haven't signed in and one who has. */
async function addPeople() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	for (const email of EMAILS) await operator.post('/admin/learners/add', { email })
	const { user, email } = await signedIn(wire)
	const { db } = wire.deps
	const added = await db.selectFrom('auth.users').select('id').where('email', 'in', EMAILS).orderBy('email').execute()
	const prepare = async (action: string) => {
		const rows = Object.fromEntries([...added.map(({ id }) => id), user.id].map((id) => [`row-${id}`, 'on']))
		const { to } = await operator.post('/admin/bulk', { list: 'learners', action, ...rows })
		return { to, preview: (await operator.get(to)).text }
	}
	const start = async (job: string) => {
		await operator.post(`${job}/start`, { reason: 'The class of spring' })
		await runDueJobs(wire.deps)
	}
	const mails = async () =>
		(await db.selectFrom('outbox_messages').select(['to_address', 'template']).orderBy('id').execute())
			.filter(({ to_address: to }) => to === email || EMAILS.includes(to))
			.map(({ to_address: to, template }) => `${to === email ? 'confirmed' : to} ${template}`)
	return { wire, operator, added, prepare, start, mails }
}

test('access given in bulk invites learners who have not signed in, as the action on one learner does', async () => {
	const { wire, operator, added, prepare, start, mails } = await addPeople()
	await wire.deps.db
		.updateTable('auth.users')
		.set({ banned_until: new Date('2999-01-01') })
		.where('id', '=', added[1]?.id ?? '')
		.execute()
	const { to, preview } = await prepare('grant-access:main')
	for (const words of ['will apply to 2 learners. 1 learner will be skipped.', 'account is banned', '1 of them hasn’t signed in yet'])
		expect(preview).toContain(words)
	const before = await mails()
	await start(to)
	expect((await mails()).slice(before.length).toSorted()).toEqual(['ana@example.test auth.invite', 'confirmed order.access'])
	expect((await operator.get(`/admin/learners/${added[0]?.id}`)).text).toContain('End access')
	expect((await prepare('grant-access:main')).preview).toContain('will apply to 0 learners. 3 learners will be skipped.')
	await wire.connect().auth.verifyOtp({ token_hash: (await wire.lastMail('ana@example.test')).linkToken, type: 'invite' })
	expect(await readAccessState(wire.deps.db, added[0]?.id ?? '')).toBe('active')
})

test('invitations are sent again to the selected learners who have not signed in, with their waiting access', async () => {
	const { wire, prepare, start, mails } = await addPeople()
	await start((await prepare('grant-access:main')).to)
	const { preview, to: early } = await prepare('resend-invitations')
	expect(preview).toContain('This will apply to 2 learners. 1 learner will be skipped.')
	expect(preview).toContain('email already confirmed')
	const before = await mails()
	await start(early)
	expect(await mails()).toEqual(before)
	wire.clock.advance(11 * 60_000)
	const jobs = [await prepare('resend-invitations'), await prepare('resend-invitations')]
	for (const { to } of jobs) await start(to)
	expect((await mails()).slice(before.length)).toEqual(EMAILS.map((email) => `${email} auth.invite`))
	const mail = await wire.lastMail('ana@example.test')
	expect(mail.body).toContain('You have access to: Digital Income Mastery')
	const { data } = await wire.connect().auth.verifyOtp({ token_hash: mail.linkToken, type: 'invite' })
	expect(data.user?.email).toBe('ana@example.test')
	expect(await readAccessState(wire.deps.db, data.user?.id ?? '')).toBe('active')
})

test('someone who signed up themselves gets no invitation, unless they were invited, too: then the password of the sign-up ends', async () => {
	const { wire, operator, prepare, start, mails } = await addPeople()
	await start((await prepare('grant-access:main')).to)
	const email = 'bo@example.test'
	const signUp = await wire.connect().auth.signUp({ email: 'cy@example.test', password: GOOD_PASSWORD })
	const { db } = wire.deps
	const idOf = async (address: string) =>
		(await db.selectFrom('auth.users').select('id').where('email', '=', address).executeTakeFirstOrThrow()).id
	expect(signUp.error).toBeNull()
	const cy = await idOf('cy@example.test')
	const job = async (id: string) =>
		(await operator.post('/admin/bulk', { list: 'learners', action: 'resend-invitations', [`row-${id}`]: 'on' })).to
	expect((await operator.get(await job(cy))).text).toContain('never invited')
	await db
		.updateTable('auth.users')
		.set({ encrypted_password: 'as if someone had signed up with the address' })
		.where('email', '=', email)
		.execute()
	await db.deleteFrom('auth.one_time_tokens').execute()
	wire.clock.advance(11 * 60_000)
	const before = await mails()
	await start(await job(await idOf(email)))
	expect((await mails()).slice(before.length)).toEqual([`${email} auth.invite`])
	await wire.connect().auth.verifyOtp({ token_hash: (await wire.lastMail(email)).linkToken, type: 'invite' })
	const after = await db
		.selectFrom('auth.users')
		.select(['encrypted_password', 'email_confirmed_at'])
		.where('email', '=', email)
		.executeTakeFirstOrThrow()
	expect([after.encrypted_password, after.email_confirmed_at === null]).toEqual([null, false])
})

test('the action on one learner resends the invitation, too, at most every ten minutes', async () => {
	const { wire, operator, added, prepare, start, mails } = await addPeople()
	await start((await prepare('grant-access:main')).to)
	const path = `/admin/learners/${added[0]?.id}/sign-up-code`
	expect((await operator.post(path)).text).toContain('emailed in the last 10 minutes')
	wire.clock.advance(11 * 60_000)
	const before = await mails()
	expect((await operator.post(path)).to).toContain('sign-up-code-sent')
	expect((await mails()).slice(before.length)).toEqual(['ana@example.test auth.invite'])
})
