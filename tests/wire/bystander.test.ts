import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { askForRefund, buyAsLearner } from '#tests/factories/refund.ts'
import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { readEverything } from '#tests/setup/read-everything.ts'
import { runDueJobs, runTimedJob } from '#tests/setup/run-due-jobs.ts'

import { makeAuthenticator } from './software-authenticator.ts'
import { GOOD_PASSWORD, signedIn, someAddress, startWire, type Wire } from './test-client.ts'

type Learner = Awaited<ReturnType<typeof signedIn>>
type Act = (wire: Wire, learner: Learner) => Promise<unknown>

const ok = <T extends { error: Error | null }>(answer: T): T => {
	if (answer.error) throw answer.error
	return answer
}

const signIn = async (wire: Wire, email: string, password = GOOD_PASSWORD) => {
	const client = wire.connect({ experimental: { recoveryCodes: true } })
	ok(await client.auth.signInWithPassword({ email, password }))
	return client
}

async function verifyApp(wire: Wire, client: SupabaseClient) {
	const { data } = ok(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }))
	const { id: factorId, totp } = data ?? { id: '', totp: { secret: '' } }
	const code = new TOTP({ secret: totp.secret }).generate({ timestamp: wire.clock.now().getTime() })
	ok(await client.auth.mfa.challengeAndVerify({ factorId, code }))
	return factorId
}

async function ask(wire: Wire, { client }: Learner, path: string, body?: object) {
	const { data } = await client.auth.getSession()
	const headers = { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' }
	const answer = await wire.request(path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
	if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Things that learners do to rows of their own, in tables with everyone’s rows. Each must succeed. */
const ACTS: Record<string, Act> = {
	'signs in elsewhere and refreshes': async (wire, { email }) => ok(await (await signIn(wire, email)).auth.refreshSession()),
	'ends the other sessions': async (wire, { client, email }) => {
		await signIn(wire, email)
		ok(await client.auth.signOut({ scope: 'others' }))
	},
	'ends all sessions': async (_wire, { client }) => ok(await client.auth.signOut({ scope: 'global' })),
	'resets the password': async (wire, { email }) => {
		const client = wire.connect()
		ok(await client.auth.resetPasswordForEmail(email))
		ok(await client.auth.verifyOtp({ email, token: (await wire.lastMail(email)).code, type: 'recovery' }))
		ok(await client.auth.updateUser({ password: 'another-good-password' }))
		await signIn(wire, email, 'another-good-password')
	},
	'guesses a password ten times, and is locked out': async (wire, { email }) => {
		for (let turn = 0; turn < 10; turn += 1) await wire.connect().auth.signInWithPassword({ email, password: 'wrong-wrong-wrong' })
	},
	'changes the address': async (wire, { client, email }) => {
		const wanted = someAddress()
		ok(await client.auth.updateUser({ email: wanted }))
		const [toNew, toOld] = [await wire.lastMail(wanted), await wire.lastMail(email)]
		await wire.post('/verify', { type: 'email_change', email: wanted, token: toNew.code })
		ok(await wire.connect().auth.verifyOtp({ token_hash: toOld.linkToken, type: 'email_change' }))
	},
	'changes metadata': async (_wire, { client }) => ok(await client.auth.updateUser({ data: { name: 'Ana Test' } })),
	'adds and removes an authenticator app': async (wire, { client }) =>
		ok(await client.auth.mfa.unenroll({ factorId: await verifyApp(wire, client) })),
	'makes, renews and uses recovery codes': async (wire, { email }) => {
		const client = await signIn(wire, email)
		await verifyApp(wire, client)
		ok(await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'Paper' }))
		const { data } = ok(await client.auth.mfa.recoveryCodes.regenerate())
		const lost = await signIn(wire, email)
		ok(await lost.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' }))
	},
	'registers, uses, renames and deletes a passkey': async (wire, { client }) => {
		const authenticator = makeAuthenticator()
		const { data: begun } = ok(await client.auth.passkey.startRegistration())
		const credential = authenticator.create(begun?.options as never)
		const { data: made } = ok(
			await client.auth.passkey.verifyRegistration({ challengeId: begun?.challenge_id ?? '', credential: credential as never }),
		)
		const passkeyId = made?.id ?? ''
		const elsewhere = wire.connect()
		const { data: asked } = ok(await elsewhere.auth.passkey.startAuthentication())
		const proof = authenticator.get(asked?.options as never, {})
		ok(await elsewhere.auth.passkey.verifyAuthentication({ challengeId: asked?.challenge_id ?? '', credential: proof as never }))
		ok(await client.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' }))
		ok(await client.auth.passkey.delete({ passkeyId }))
	},
	'sends text settings without a filter': async (_wire, { client, user }) => {
		ok(await client.from('user_sms_settings').insert({ user_id: user.id, phone_number: '+12025550147' }))
		ok(await client.from('user_sms_settings').update({ phone_number: '+12025550148' }).neq('phone_number', 'x'))
	},
	'learns and plans': async (wire, learner) => {
		await ask(wire, learner, '/api/progress/merge', {
			entries: [{ kind: 'module', key: '1', done: true, changedAt: wire.clock.now().getTime() }],
		})
		await ask(wire, learner, '/api/planner/merge', { week: '2026-11-16', focusArea: { text: 'Write', changedAt: 1 }, rows: [] })
	},
	'buys, and gets the money back': async (wire, { email, user }) => {
		const learner = { userId: user.id, email, headers: { authorization: '' } }
		const { orderId } = await buyAsLearner(wire.deps, { learner })
		await askForRefund(wire.deps, learner, orderId)
		await runDueJobs(wire.deps)
	},
	'deletes the account': async (wire, learner) => {
		await ask(wire, learner, '/api/privacy/erasure')
		// The first run sends the last email, the second deletes.
		for (let run = 0; run < 2; run += 1) {
			wire.clock.advance(40 * 86_400_000)
			await runTimedJob(wire.deps, 'erase-accounts')
		}
		expect((await wire.connect().auth.signInWithPassword({ email: learner.email, password: GOOD_PASSWORD })).error).not.toBeNull()
	},
}

test('what one learner does changes no row of another', async () => {
	const wire = await startWire()
	const { userId, orderId, email, phone, name } = await makeWholePerson(wire.deps, 'Bystander', '+12025550199')
	const marks = [userId, orderId, email, phone, name]
	const rowsOfBystander = async () =>
		[...(await readEverything(wire.deps))]
			.flatMap(([table, rows]) => rows.split('\n').map((row) => `${table} ${row}`))
			.filter((row) => marks.some((mark) => row.includes(mark)))
			.toSorted()
	const before = await rowsOfBystander()
	expect(before.length).toBeGreaterThan(40)
	for (const [what, act] of Object.entries(ACTS)) {
		await act(wire, await signedIn(wire))
		expect([what, await rowsOfBystander()]).toEqual([what, before])
	}
})
