import type { Deps } from '#server/services/context.ts'
import { samples } from '#tests/plugins/samples.ts'

/** Person for whom every table gets a row. */
export type WholePerson = { userId: string; email: string; phone: string; name: string; orderId: string }

/** Returns 32 bytes in place of a secret's hash. */
export const sampleHash = (seed: string) => Buffer.from(seed.padEnd(32, '.')).subarray(0, 32)

/** Adds all rows that belong directly to an account: its sign-in methods, open sign-ins and requests. */
export async function fillAccount(deps: Deps, { userId, email, phone, name }: WholePerson): Promise<void> {
	const { db } = deps
	const now = deps.now()
	const own = { user_id: userId }
	await db
		.updateTable('auth.users')
		.set({ phone: phone.slice(1), phone_confirmed_at: now, raw_user_meta_data: JSON.stringify({ name }) })
		.where('id', '=', userId)
		.execute()
	const { id: factorId } = await db
		.insertInto('auth.mfa_factors')
		.values({ ...own, factor_type: 'phone', status: 'unverified', phone: phone.slice(1), created_at: now })
		.returning('id')
		.executeTakeFirstOrThrow()
	await db.insertInto('auth.mfa_challenges').values({ factor_id: factorId, ip: '203.0.113.9', expires_at: now }).execute()
	await db
		.insertInto('auth.mfa_recovery_codes')
		.values({ factor_id: factorId, code_hash: sampleHash('c') })
		.execute()
	await db
		.insertInto('auth.passkeys')
		.values({ ...own, credential_id: `key-${userId}`, public_key: sampleHash('k') })
		.execute()
	await db
		.insertInto('auth.webauthn_challenges')
		.values({ ...own, challenge: 'x', expires_at: now })
		.execute()
	await db
		.insertInto('auth.one_time_tokens')
		.values({ ...own, kind: 'recovery', address: email, code_hash: sampleHash('o'), link_hash: sampleHash(userId), expires_at: now })
		.execute()
	await db
		.insertInto('auth.flow_states')
		.values({ ...own, code_challenge: 'x', code_challenge_method: 's256', authentication_method: 'otp' })
		.execute()
	await db
		.insertInto('auth.external_flows')
		.values({
			linking_user_id: userId,
			kind: 'oauth',
			provider: 'example',
			state_hash: sampleHash(userId),
			browser_hash: sampleHash('b'),
			redirect_to: '/',
			expires_at: now,
		})
		.execute()
	await db
		.insertInto('auth.audit_log_entries')
		.values({ ...own, action: 'login', outcome: 'success', payload: JSON.stringify({ email }), ip_address: '203.0.113.9' })
		.execute()
	await db
		.insertInto('privacy_requests')
		.values({ ...own, kind: 'export', asked_at: now, due_at: now, answered_at: now, outcome: 'exported' })
		.execute()
	for (const { fillAccount } of samples) await fillAccount?.(deps, userId)
}
