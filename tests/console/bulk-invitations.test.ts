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
	expect(preview).toContain('“Resend invitation” will apply to 2 learners. 1 learner will be skipped.')
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

test('a learner who signed up themselves gets the sign-up code again and keeps the password', async () => {
	const { wire, operator, start } = await addPeople()
	const email = 'cy@example.test'
	await wire.connect().auth.signUp({ email, password: GOOD_PASSWORD })
	const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
	wire.clock.advance(11 * 60_000)
	await start((await operator.post('/admin/bulk', { list: 'learners', action: 'resend-invitations', [`row-${id}`]: 'on' })).to)
	await wire.connect().auth.verifyOtp({ token_hash: (await wire.lastMail(email)).linkToken, type: 'signup' })
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).data.user?.id).toBe(id)
})
