import { expect, test } from 'vitest'

import { readAccessState } from '#server/services/learning/entitlements/entitlements.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { signedIn, startWire } from '#tests/wire/test-client.ts'

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
