import { expect, test } from 'vitest'

import { createProcessState } from '#server/process/deps.ts'
import { systemContext } from '#server/services/context.ts'
import { hashAddress } from '#server/services/identity/accounts/address-limits.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { hashPassword } from '#server/services/identity/accounts/password-hash.ts'
import { signInWithPassword } from '#server/services/identity/sign-in/sign-in-with-password.ts'
import { countStatements } from '#tests/setup/count-statements.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { issueSession } from './issue-session.ts'

const PASSWORD = 'orange-lamp-river'

async function openWorld() {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const passwordHash = await hashPassword(PASSWORD)
	const email = 'ana@example.test'
	const user = await deps.db.transaction().execute((tx) => createUser(ctx, tx, { email, passwordHash, data: {}, isConfirmed: true }))
	if (!user) throw new Error('the address was taken')
	clock.advance(60_000)
	/** Reads everything that a sign-in may write. */
	const readTraces = async () => ({
		sessions: await deps.db.selectFrom('auth.sessions').selectAll().execute(),
		proofs: await deps.db.selectFrom('auth.mfa_amr_claims').selectAll().execute(),
		logins: await deps.db.selectFrom('auth.audit_log_entries').selectAll().where('action', '=', 'login').execute(),
		lastSignIn: (await deps.db.selectFrom('auth.users').select('last_sign_in_at').executeTakeFirstOrThrow()).last_sign_in_at,
	})
	return { deps, ctx, clock, email, user, readTraces }
}

const NOTHING = { sessions: [], proofs: [], logins: [], lastSignIn: null }

test('a sign-in returns the stored data and clears its failed attempts', async () => {
	const { deps, ctx, clock, email, user, readTraces } = await openWorld()
	await expect(signInWithPassword(ctx, { email, password: 'orange-lamp-rivers' })).rejects.toMatchObject({ code: 'invalid_credentials' })
	const { session: grant } = await signInWithPassword(ctx, { email, password: PASSWORD })
	const now = clock.now()
	const { sessions, proofs, logins, lastSignIn } = await readTraces()
	expect(sessions).toMatchObject([
		{ id: grant.sessionId, user_id: user.id, aal: 'aal1', aal_since: now, created_at: now, refresh_counter: 0 },
	])
	expect(proofs).toEqual([{ session_id: grant.sessionId, method: 'password', provider: null, created_at: now }])
	expect(logins.map(({ outcome, payload }) => [outcome, payload])).toEqual([
		['failure', { method: 'password', request_id: 'test' }],
		['success', { method: 'password', session_id: grant.sessionId, request_id: 'test' }],
	])
	expect([lastSignIn, grant.user.last_sign_in_at]).toEqual([now, now])
	const identities = await deps.db.selectFrom('auth.identities').selectAll().execute()
	expect(identities).toMatchObject([{ provider: 'email', last_sign_in_at: now }])
	expect(grant.user.identities).toEqual(identities)
	expect(await deps.db.selectFrom('auth.address_limits').selectAll().execute()).toEqual([])
})

const meanwhile = {
	'an address that other guesses closed': { code: 'over_request_rate_limit', kind: 'rate-limited' },
	'an account with another password by now': { code: 'invalid_credentials', kind: 'invalid' },
	'an account that is gone': { code: 'invalid_credentials', kind: 'invalid' },
} as const

for (const [what, refusal] of Object.entries(meanwhile))
	test(`a password checked before a change can’t open a session for ${what}`, async () => {
		const { deps, ctx, clock, email, user, readTraces } = await openWorld()
		const now = clock.now()
		const guess = { kind: 'password', addressHash: await hashAddress(ctx, email), passwordHash: user.encrypted_password } as const
		const count = { address_hash: guess.addressHash, kind: guess.kind, count: 10, window_started_at: now, last_at: now }
		const lockedUntil = new Date(now.getTime() + (what.includes('closed') ? 30_000 : 0))
		await deps.db
			.insertInto('auth.address_limits')
			.values({ ...count, locked_until: lockedUntil })
			.execute()
		if (what.includes('password')) await deps.db.updateTable('auth.users').set({ encrypted_password: 'another' }).execute()
		if (what.includes('gone')) await deps.db.updateTable('auth.users').set({ deleted_at: now }).execute()
		await expect(issueSession(ctx, deps.db, { userId: user.id, method: 'password', guess })).rejects.toMatchObject(refusal)
		expect(await readTraces()).toEqual(NOTHING)
		expect(await deps.db.selectFrom('auth.address_limits').select('count').execute()).toEqual([{ count: 10 }])
	})

test('a password sign-in queries the database once before the hash and once after it', async () => {
	const { deps, ctx, email } = await openWorld()
	const { db, count } = countStatements(deps.db)
	const counted = { ...ctx, db, state: createProcessState(db) }
	const signIn = () => signInWithPassword(counted, { email, password: PASSWORD })
	await signIn() // warm-up: loads the server's keys
	expect(await count(signIn)).toBe(2)
})
