import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { startPasskeySignIn } from '#server/services/identity/passkeys/sign-in-with-passkey.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { deleteExpiredSignInData } from './delete-expired.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { startOtp } from './start-otp.ts'

const PKCE = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' as const }
const DAY_MS = 86_400_000

test('expired rows are deleted, rows that still matter stay', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	await startOtp(ctx, { email: 'old@example.com', redirectTo: null, ...PKCE })
	await signInWithPassword(ctx, { email: 'old@example.com', password: 'wrong' }).catch(() => {})
	const nothing = {
		oneTimeTokens: 0,
		flowStates: 0,
		addressLimits: 0,
		sessions: 0,
		challenges: 0,
		unverifiedFactors: 0,
		externalFlows: 0,
		mailboxProofs: 0,
		requestCounts: 0,
		spentProofs: 0,
	}
	expect(await deleteExpiredSignInData(ctx)).toEqual(nothing)

	clock.advance(2 * DAY_MS + 1)
	await startOtp(ctx, { email: 'new@example.com', redirectTo: null, ...PKCE })
	expect(await deleteExpiredSignInData(ctx)).toEqual({ ...nothing, oneTimeTokens: 1, flowStates: 1, addressLimits: 2 })
	expect(await deps.db.selectFrom('auth.flow_states').select('id').execute()).toHaveLength(1)
	expect(await deps.db.selectFrom('auth.one_time_tokens').select('address').execute()).toEqual([{ address: 'new@example.com' }])
})

test('an old flow stays for an hour after its code was issued', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const issued = clock.now()
	await deps.db
		.insertInto('auth.flow_states')
		.values({
			...PKCE,
			auth_code_hash: Buffer.alloc(32),
			auth_code_issued_at: issued,
			created_at: new Date(issued.getTime() - 2 * DAY_MS),
			authentication_method: 'otp',
		})
		.execute()
	clock.advance(3_600_000)
	expect((await deleteExpiredSignInData(ctx)).flowStates).toBe(0)
	clock.advance(1)
	expect((await deleteExpiredSignInData(ctx)).flowStates).toBe(1)
})

test('an active lock isn’t deleted', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const now = clock.now()
	await deps.db
		.insertInto('auth.address_limits')
		.values({
			address_hash: Buffer.from('somebody'),
			kind: 'password',
			count: 99,
			window_started_at: now,
			last_at: new Date(now.getTime() - 3 * DAY_MS),
			locked_until: new Date(now.getTime() + 1),
		})
		.execute()
	expect((await deleteExpiredSignInData(ctx)).addressLimits).toBe(0)
	clock.advance(2)
	expect((await deleteExpiredSignInData(ctx)).addressLimits).toBe(1)
})

test('unanswered challenges and unverified factors are deleted, verified ones stay', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const { userId } = await makeLearner(deps)
	const expiry = new Date(clock.now().getTime() + 300_000)
	for (const status of ['verified', 'unverified'] as const) {
		const { id } = await deps.db
			.insertInto('auth.mfa_factors')
			.values({ user_id: userId, factor_type: 'totp', status, created_at: clock.now() })
			.returning('id')
			.executeTakeFirstOrThrow()
		await deps.db.insertInto('auth.mfa_challenges').values({ factor_id: id, ip: '127.0.0.1', expires_at: expiry }).execute()
	}
	await startPasskeySignIn(ctx)
	expect(await deleteExpiredSignInData(ctx)).toMatchObject({ challenges: 0, unverifiedFactors: 0, externalFlows: 0 })
	clock.advance(300_001)
	expect(await deleteExpiredSignInData(ctx)).toMatchObject({ challenges: 3, unverifiedFactors: 1 })
	expect(await deps.db.selectFrom('auth.mfa_factors').select('status').execute()).toEqual([{ status: 'verified' }])
})

test('a mailbox proof is deleted an hour after it expires', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const now = deps.now()
	await deps.db
		.insertInto('mailbox_verifications')
		.values({ token_hash: Buffer.alloc(32), email: 'a@example.test', created_at: now, expires_at: now })
		.execute()
	expect((await deleteExpiredSignInData(ctx)).mailboxProofs).toBe(0)
	clock.advance(3_600_001)
	expect((await deleteExpiredSignInData(ctx)).mailboxProofs).toBe(1)
})
