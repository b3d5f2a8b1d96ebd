import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { SLOWDOWN_ABOVE_MS, REFUSAL_COST_MS } from '#domain/network/fair-share.ts'
import type { Logger } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { HttpEnv } from './environment.ts'
import { fairShare } from './fair-share.ts'

const HOSTILE = '203.0.113.7'
const HONEST = '198.51.100.9'

/** Creates a server that responds with 429 on every path; `/slow` waits until released. */
function createServer({ ownMachine }: { ownMachine?: string } = {}) {
	const slow = Promise.withResolvers<void>()
	const began = Promise.withResolvers<void>()
	const warnings: string[] = []
	const log = { throttled: (_level: string, message: string) => warnings.push(message) } as unknown as Logger
	const app = new Hono<HttpEnv>()
	app.use((c, next) => {
		const clientAddress = c.req.header('x-from') ?? HONEST
		c.set('ctx', { clientAddress, isLocalDevelopment: clientAddress === ownMachine, log } as ServiceContext)
		return next()
	})
	app.use(fairShare())
	app.onError((error, c) => c.json({ message: error.message }, 503))
	app.get('/slow', async (c) => {
		began.resolve()
		await slow.promise
		return c.text('done')
	})
	app.all('*', (c) => c.text('asked too often', 429))
	const ask = async (from: string, path = '/') => (await app.request(path, { headers: { 'x-from': from } })).status
	return { ask, endSlow: slow.resolve, slowBegan: began.promise, warnings }
}

type Ask = ReturnType<typeof createServer>['ask']

/** Sends enough refused requests at once that the network's next request must wait for seconds. */
const useUp = (ask: Ask) => Promise.all(Array.from({ length: (2 * SLOWDOWN_ABOVE_MS) / REFUSAL_COST_MS }, () => ask(HOSTILE)))

/** Returns which of two pending responses arrives first. */
const first = (one: Promise<number>, other: Promise<number>) => Promise.race([one.then(() => 'one'), other.then(() => 'other')])

// Tests run concurrently, each on its own server, because most of them wait for seconds.
test.concurrent('a network over its share waits, and others don’t', async () => {
	const { ask } = createServer()
	await useUp(ask)
	const held = ask(HOSTILE)
	expect(await first(held, ask(HONEST))).toBe('other')
	expect(await held).toBe(429)
})

test.concurrent('a network over its share gets one request at a time', async () => {
	const { ask, endSlow, slowBegan } = createServer()
	await useUp(ask)
	const slow = ask(HOSTILE, '/slow')
	const next = ask(HOSTILE)
	await slowBegan
	expect(await first(next, ask(HONEST))).toBe('other')
	endSlow()
	expect(await first(slow, next)).toBe('one')
	expect(await next).toBe(429)
})

test.concurrent('the addresses of one IPv6 network share one limit', async () => {
	const { ask } = createServer()
	await Promise.all(
		Array.from({ length: (2 * SLOWDOWN_ABOVE_MS) / REFUSAL_COST_MS }, (_each, index) => ask(`2001:db8:1:1::${index.toString(16)}`)),
	)
	expect(await first(ask('2001:db8:1:1::ffff'), ask('2001:db8:1:2::ffff'))).toBe('other')
})

test.concurrent('with too many waiting requests the next is refused with Retry-After', async () => {
	const { ask } = createServer()
	await useUp(ask)
	const all = Array.from({ length: 258 }, () => ask(HOSTILE, '/slow'))
	expect(await Promise.race(all)).toBe(503)
	expect(await ask(HONEST)).toBe(429)
})

test.concurrent.each(['/webhooks/payments', '/livez', '/readyz'])('%s never waits', async (path) => {
	const { ask } = createServer()
	await useUp(ask)
	expect(await first(ask(HOSTILE), ask(HOSTILE, path))).toBe('other')
})

test.concurrent('the throttling is logged once, with a hint about proxies and without the address', async () => {
	const { ask, warnings } = createServer()
	await useUp(ask)
	expect(warnings).toEqual([])
	await Promise.all([ask(HOSTILE), ask(HOSTILE)])
	expect(warnings).toEqual([expect.stringContaining('TRUSTED_PROXY_HOPS')])
	expect(warnings.join()).not.toContain(HOSTILE)
})

test.concurrent('an unconfigured local proxy isn’t throttled as one hostile visitor', async () => {
	const { ask } = createServer()
	await useUp(ask)
	await Promise.all(Array.from({ length: (2 * SLOWDOWN_ABOVE_MS) / REFUSAL_COST_MS }, () => ask('127.0.0.1')))
	expect(await first(ask(HOSTILE), ask('127.0.0.1'))).toBe('other')
})

test.concurrent('requests from the same machine are never throttled in development', async () => {
	const { ask } = createServer({ ownMachine: HOSTILE })
	await useUp(ask)
	await Promise.all(Array.from({ length: (2 * SLOWDOWN_ABOVE_MS) / REFUSAL_COST_MS }, () => ask(HONEST)))
	expect(await first(ask(HONEST), ask(HOSTILE))).toBe('other')
})
