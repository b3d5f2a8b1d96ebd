import { expect, test } from 'vitest'

import type { ServiceError } from '#server/kernel/errors.ts'
import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { countEmail, countMailboxEmail, countSms, hashAddress } from './address-limits.ts'

const HOUR_MS = 3_600_000

test.each([
	{ what: 'emails to an address', count: countEmail, most: 20 },
	{ what: 'emails to a mailbox', count: countMailboxEmail, most: 20 },
	{ what: 'texts to a number', count: countSms, most: 5 },
])('the daily limit of $what is $most, counted from the first, and per address', async ({ count, most }) => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const [ada, bo] = [await hashAddress(ctx, 'ada@example.test'), await hashAddress(ctx, 'bo@example.test')]
	const send = (address: Buffer) =>
		deps.db
			.transaction()
			.execute((tx) => count(ctx, tx, address))
			.then(
				() => 'sent',
				(error: ServiceError) => error.details.retryAfterSeconds,
			)
	expect(await send(ada)).toBe('sent')
	clock.advance(20 * HOUR_MS)
	for (let sent = 1; sent < most; sent += 1) {
		expect(await send(ada)).toBe('sent')
		clock.advance(120_000)
	}
	const spentMs = 20 * HOUR_MS + (most - 1) * 120_000
	expect([await send(ada), await send(bo)]).toEqual([(24 * HOUR_MS - spentMs) / 1000, 'sent'])
	clock.advance(24 * HOUR_MS - spentMs - 1)
	expect(await send(ada)).toBe(1)
	clock.advance(1)
	for (let sent = 0; sent < most; sent += 1) {
		expect(await send(ada)).toBe('sent')
		clock.advance(120_000)
	}
	expect(await send(ada)).toBe((24 * HOUR_MS - most * 120_000) / 1000)
})
