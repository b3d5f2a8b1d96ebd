import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readProductNames, toAccountSteps, sumCodeRevenue, toCodeSteps, sumRevenueByCurrency, toProducts } from './read-figures.ts'

const event = (figure: string, of: string, amount: number) => ({ part: 'events', figure, of, amount })

test('revenue is summed by currency; one with only refunds is listed, one with only opened checkouts isn’t', () => {
	const sums = [
		event('paid', 'usd ', 2),
		event('cents', 'usd ', 9400),
		event('paid', 'usd LAUNCH1', 1),
		event('cents', 'usd LAUNCH1', 3760),
		event('sent back', 'eur ', 4700),
		event('ordered', 'gbp ', 3),
		{ ...event('paid', 'usd ', 50), part: 'accounts' },
	]
	expect(sumRevenueByCurrency(sums)).toEqual([
		{ currency: 'eur', orders: 0, paidCents: 0, refundedCents: 4700 },
		{ currency: 'usd', orders: 3, paidCents: 13_160, refundedCents: 0 },
	])
})

test('products are listed by currency, then revenue; also those with only a refund in the period', () => {
	const sums = [
		event('product paid', 'usd small', 1),
		event('product cents', 'usd small', 1900),
		event('product paid', 'usd large', 1),
		event('product cents', 'usd large', 4700),
		event('sent back', 'usd former', 2900),
		event('product cents', 'usd nothing', 0),
	]
	const names = new Map([['large', 'The Course']])
	expect(toProducts(names, sums).map(({ code, name, orders, refundedCents }) => [code, name, orders, refundedCents])).toEqual([
		['large', 'The Course', 1, 0],
		['small', 'small', 1, 0],
		['former', 'former', 0, 2900],
	])
})

test('codes are listed by sales; without a sale, only their steps are', () => {
	const sums = [
		event('paid', 'usd SPRING', 1),
		event('off', 'usd SPRING', 940),
		event('paid', 'usd ', 4),
		event('back', 'usd SPRING', 500),
		event('ordered', 'usd UNUSED', 7),
		event('ordered', 'usd SPRING', 2),
		event('refunded', 'usd SPRING', 1),
	]
	expect(
		sumCodeRevenue(sums).map(({ code, orders, discountCents, refundedCents }) => [code, orders, discountCents, refundedCents]),
	).toEqual([
		[null, 4, 0, 0],
		['SPRING', 1, 940, 500],
	])
	expect(toCodeSteps(sums)).toEqual([
		{ code: null, ordered: 0, paid: 4, refunded: 0 },
		{ code: 'SPRING', ordered: 2, paid: 1, refunded: 1 },
		{ code: 'UNUSED', ordered: 7, paid: 0, refunded: 0 },
	])
})

test('of the finished modules, the steps of accounts count only the first', () => {
	const step = (figure: string, of: string, amount: number) => ({ ...event(figure, of, amount), part: 'accounts' })
	const sums = [step('opened', '', 9), step('began', '', 5), step('finished', '1', 3), step('finished', '2', 2), event('opened', '', 70)]
	expect(toAccountSteps(loadedContent, sums).map(({ count }) => count)).toEqual([9, 5, 3, 0, 0, 0])
})

test('a product that is no longer sold keeps the name of its newest order, with its code if another product has that name', async () => {
	const { deps } = await makeTestDeps()
	const [offer] = loadedContent.offers
	for (const [code, name, day] of [
		['retired', 'First Name', '2026-01-01'],
		['retired', 'Last Name', '2026-01-02'],
		['twin', offer?.productName, '2026-01-01'],
	])
		await sql`insert into orders (product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
				status, refund_policy_version, created_at, updated_at)
			values (${code}, ${name}, 'usd', 100, 100, 'stripe', true, '', 'paid', 'x', ${day}::timestamptz, now())`.execute(deps.db)
	const sums = ['retired', 'twin', 'unknown', offer?.code].map((code) => event('product paid', `usd ${code}`, 1))
	const names = await readProductNames(systemContext(deps, 'test'), sums)
	expect(['retired', 'twin', 'unknown', offer?.code ?? ''].map((code) => names.get(code))).toEqual([
		'Last Name',
		`${offer?.productName} (twin)`,
		undefined,
		offer?.productName,
	])
})
