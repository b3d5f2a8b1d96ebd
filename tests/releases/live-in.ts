import { expect } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import type { Deps } from '#server/services/context.ts'
import { payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'

/** Facts about a learner that a later version must preserve. */
export type Resident = { email: string; refreshToken: string; progress: string }

const EMAIL = 'rosa.resident@example.test'
const PROGRESS = '1'

/**
 * Signs a learner in, reports progress and buys the course on a running server.
 * @param deps on the server's database
 */
export async function liveIn(origin: string, deps: Deps): Promise<Resident> {
	const { db } = deps
	async function post<Answer>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
		const init = { method: 'POST', headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, ...headers } }
		const response = await fetch(`${origin}${path}`, { ...init, body: JSON.stringify(body) })
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
		return (await response.json()) as Answer
	}
	await post('/auth/v1/otp', { email: EMAIL, create_user: true })
	const mail = await db.selectFrom('outbox_messages').select('body').where('to_address', '=', EMAIL).executeTakeFirstOrThrow()
	const token = /\b\d{6}\b/.exec(mail.body ?? '')?.[0]
	const session = await post<{ access_token: string; refresh_token: string }>('/auth/v1/verify', { type: 'email', email: EMAIL, token })
	const own = { authorization: `Bearer ${session.access_token}` }
	await post('/api/progress/merge', { entries: [{ kind: 'module', key: PROGRESS, done: true, changedAt: Date.now() }] }, own)
	const { url } = await post<{ url: string }>('/functions/v1/create-payment', { productName: PRODUCT }, own)
	const checkout = sessionIdOf(url)
	await payAtProvider(deps, checkout, { email: EMAIL })
	// Polls the order, as the page after a checkout does.
	const status = async () => ((await (await fetch(`${origin}/api/orders/by-session/${checkout}`)).json()) as { status: string }).status
	await expect.poll(status, { timeout: 60_000 }).toBe('paid')
	return { email: EMAIL, refreshToken: session.refresh_token, progress: PROGRESS }
}
