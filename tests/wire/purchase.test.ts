import { expect, test } from 'vitest'

import type { OrderBySession, OrderList } from '#contracts/payments.ts'
import { payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'

import { signedIn, startWire, type Wire } from './test-client.ts'

// Nothing listens on this port, so the sandbox's first webhook is lost and the success page has to poll.
const SILENT = { env: { PORT: '1', GOTRUE_SITE_URL: 'http://localhost:3000' } }

const statusOf = async (wire: Wire, sessionId: string) =>
	(await (await wire.request(`/api/orders/by-session/${sessionId}`)).json()) as OrderBySession

const ordersOf = async (wire: Wire, accessToken: string) =>
	(await (await wire.request('/api/orders', { headers: { authorization: `Bearer ${accessToken}` } })).json()) as OrderList

async function createPayment(wire: Wire, client = wire.connect(), couponCode?: string): Promise<string> {
	const { data, error } = await client.functions.invoke<{ url: string }>('create-payment', { body: { productName: PRODUCT, couponCode } })
	expect(error).toBeNull()
	return sessionIdOf(data?.url ?? '')
}

test.each([
	{ way: 'the link', proof: ({ linkToken }: { linkToken: string }) => ({ token_hash: linkToken, type: 'magiclink' }) as const },
	{
		way: 'the code',
		proof: ({ code }: { code: string }) => ({ email: 'ada@example.com', token: code, type: 'email' }) as const,
	},
])('a guest buys with LAUNCH1, signs in with $way of the access mail and finds the order', async ({ proof }) => {
	const wire = await startWire(SILENT)
	const sessionId = await createPayment(wire, undefined, 'LAUNCH1')
	await payAtProvider(wire.deps, sessionId, { email: 'ada@example.com' })
	expect(await statusOf(wire, sessionId)).toMatchObject({ status: 'paid', amounts: { totalCents: 3760 } })

	const { data, error } = await wire.connect().auth.verifyOtp(proof(await wire.lastMail('ada@example.com')))
	expect(error).toBeNull()
	expect(await ordersOf(wire, data.session?.access_token ?? '')).toMatchObject({
		orders: [{ orderId: sessionId, status: 'paid', amounts: { totalCents: 3760 }, discountCode: 'LAUNCH1' }],
		entitlements: ['digital-income-mastery-lifetime'],
	})
})

test('a learner buys while signed in, and a second purchase is refused as already owned', async () => {
	const wire = await startWire(SILENT)
	const { client, email, session } = await signedIn(wire)
	const sessionId = await createPayment(wire, client)
	await payAtProvider(wire.deps, sessionId, { email: 'another@example.com' })
	expect((await statusOf(wire, sessionId)).status).toBe('paid')
	expect(await ordersOf(wire, session.access_token)).toMatchObject({ orders: [{ status: 'paid' }] })
	expect((await wire.mails(email)).map(({ template }) => template)).toEqual(['auth.confirmation', 'order.receipt', 'order.access'])

	const { error } = await client.functions.invoke('create-payment', { body: { productName: PRODUCT } })
	const answer = (error as { context: Response }).context
	expect([answer.status, await answer.json()]).toMatchObject([409, { error: `You already own ${PRODUCT}.` }])
})

test('in production, a stranger’s test checkouts are rate limited', async () => {
	const wire = await startWire({ env: { ...SILENT.env, NODE_ENV: 'production', SANDBOX: '1' } })
	const body = JSON.stringify({ productName: 'Free Lunch' })
	const headers = { 'content-type': 'application/json' }
	const call = async () => (await wire.request('/functions/v1/create-payment', { method: 'POST', headers, body })).status
	const statuses: number[] = []
	while (statuses.length < 21) statuses.push(await call())
	expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429])
})
