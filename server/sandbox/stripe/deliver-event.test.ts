import { serve } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'

import { countResults, listUndelivered, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { deliverEvent, deliverNow } from './deliver-event.ts'

/** Opens a shop on a real socket, whose webhook endpoint the test can switch off. */
async function openListeningShop() {
	const door: { fetch: (request: Request) => Response | Promise<Response> } = { fetch: () => new Response(null, { status: 503 }) }
	const server = serve({ fetch: (request) => door.fetch(request), port: 0, hostname: '127.0.0.1' })
	onTestFinished(() => void server.close())
	await new Promise((resolve) => server.once('listening', resolve))
	const address = server.address()
	const port = typeof address === 'object' && address !== null ? address.port : 0
	const shop = await openShop({ made: await makeTestDeps({ env: { PORT: String(port) } }) })
	return { shop, open: () => (door.fetch = (request) => shop.app.fetch(request)) }
}

const orderStatus = async ({ deps }: { deps: Awaited<ReturnType<typeof makeTestDeps>>['deps'] }) =>
	(await deps.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()).status

test('undelivered webhooks are retried by their jobs once the shop answers again', async () => {
	const { shop, open } = await openListeningShop()
	const { sessionId } = await openCheckout(shop.deps)
	await payAtProvider(shop.deps, sessionId)
	shop.clock.advance(10_000)
	await runDueJobs(shop.deps)
	expect(await orderStatus(shop)).toBe('pending')
	const failed = await shop.deps.db.selectFrom('sandbox_stripe.events').select(['last_error', 'delivered_at']).executeTakeFirst()
	expect(failed).toEqual({ last_error: 'HTTP 503', delivered_at: null })

	open()
	shop.clock.advance(3_600_000)
	await runDueJobs(shop.deps)
	expect(await listUndelivered(shop.deps)).toEqual([])
	expect(await orderStatus(shop)).toBe('paid')
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, alerts: 0 })
})

test('a delivered event isn’t sent again', async () => {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps)
	await payAtProvider(shop.deps, sessionId)
	const [first = ''] = await listUndelivered(shop.deps)
	let sent = 0
	const post = () => {
		sent += 1
		return new Response()
	}
	await deliverEvent(shop.deps, first, post)
	await deliverEvent(shop.deps, first, post)
	expect(sent).toBe(1)
})

test('the delivery right after paying times out if the shop doesn’t answer', async () => {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps)
	await payAtProvider(shop.deps, sessionId)
	await deliverNow(shop.deps, await listUndelivered(shop.deps), () => new Promise(() => {}))
	expect(await orderStatus(shop)).toBe('pending')
	expect(await shop.status(sessionId)).toMatchObject({ status: 'paid' })
})
