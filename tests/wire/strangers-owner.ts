import { expect } from 'vitest'

import { payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { samples } from '#tests/plugins/samples.ts'

import { SECRET_KEY } from './admin-client.ts'
import type { OwnedIds } from './strangers-bodies.ts'
import type { IdKind, Route } from './strangers-routes.ts'
import { signedIn, type Wire } from './test-client.ts'

export const SILENT = {
	invoicing: SELLER,
	env: {
		PORT: '1',
		GOTRUE_SITE_URL: 'http://localhost:3000',
		SUPABASE_SECRET_KEY: SECRET_KEY,
		GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
		GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
		...Object.assign({}, ...samples.map(({ env }) => env)),
	},
}
export const MARK = 'only-the-owner-reads-this'
const PHONE = '+12025550173'

export type Owner = Awaited<ReturnType<typeof makeOwner>>

/** Creates a learner with one record of each kind that has an ID or text. */
export async function makeOwner(wire: Wire) {
	const { client, email, session, user } = await signedIn(wire)
	const { db } = wire.deps
	const { data } = await client.functions.invoke<{ url: string }>('create-payment', { body: { productName: PRODUCT } })
	const order = sessionIdOf(data?.url ?? '')
	await payAtProvider(wire.deps, order, { email })
	await wire.request(`/api/orders/by-session/${order}`)
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: MARK })
	const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor?.id ?? '' })
	const { data: ceremony } = await client.auth.passkey.startRegistration()
	const passkey = await db
		.insertInto('auth.passkeys')
		.values({ user_id: user.id, credential_id: 'c', public_key: Buffer.from('k'), friendly_name: MARK })
		.returning('id')
		.executeTakeFirstOrThrow()
	await client.auth.updateUser({ data: { note: MARK } })
	await db.insertInto('user_sms_settings').values({ user_id: user.id, phone_number: PHONE }).execute()
	const { session_id: sessionId } = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
		session_id: string
	}
	const invoice = await db.selectFrom('invoices').select('id').executeTakeFirstOrThrow()
	const ticket = await db
		.insertInto('support_tickets')
		.values({ user_id: user.id, name: MARK, email, subject: MARK, message: MARK, due_at: wire.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	const ids: Record<Exclude<IdKind, 'public' | 'certificate' | 'authorization'>, string> = {
		user: user.id,
		order,
		checkout: order,
		session: sessionId,
		invoice: invoice.id,
		factor: factor?.id ?? '',
		passkey: passkey.id,
		ticket: ticket.id,
		identity: user.identities?.[0]?.identity_id ?? '',
	}
	const more: Record<string, string> = {}
	for (const { own } of samples) Object.assign(more, await own?.(wire.deps, { userId: user.id, mark: MARK }))
	const owned: OwnedIds = { ...ids, ...more, email, challenge: challenge?.id ?? '', ceremony: ceremony?.challenge_id ?? '' }
	expect(Object.values(owned).every(Boolean)).toBe(true)
	const week = { week: '2026-01-05', focusArea: { text: MARK, changedAt: 1 }, rows: [] }
	const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
	expect((await wire.request('/api/planner/merge', { method: 'POST', headers, body: JSON.stringify(week) })).status).toBe(200)
	return {
		ids: { ...more, ...ids, certificate: user.id, public: 'user_sms_settings' } as Record<IdKind, string>,
		owned,
		headers,
		secrets: [MARK, PHONE, ...Object.values(owned)],
	}
}

/** Method and path of the endpoint, filled in with the owner's IDs. */
export function addressOf(endpoint: string, { ids = {}, query }: Route, owner: Owner) {
	const [method = '', pattern = ''] = endpoint.split(' ')
	const path = pattern.replace(/:(\w+)/g, (_all, name: string) => owner.ids[ids[name] ?? 'public'])
	return { method, path: query ? `${path}?${query.replace('{user}', owner.ids.user)}` : path }
}
