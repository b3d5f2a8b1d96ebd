import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createSandboxPayments } from '#server/adapters/payments/stripe/open-stripe.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { openCheckout } from '#tests/factories/checkout.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { syncCatalog } from './sync-catalog.ts'

const sync = async (deps: Deps, apply: boolean) => {
	const steps = await syncCatalog(systemContext(deps, 'sync'), { apply })
	return steps.map(({ kind, step }) => `${step} ${kind}`)
}

const countObjects = async ({ db }: Deps) =>
	(await db.selectFrom('sandbox_stripe.objects').select('kind').execute()).map(({ kind }) => kind).toSorted()

const ALL = ['coupon', 'price', 'product', 'promotion_code']

test('a dry run prints the plan, the run creates everything, and the next one finds nothing to do', async () => {
	const { deps } = await makeTestDeps()
	const making = ['make price', 'make coupon', 'make promotion code']
	expect(await sync(deps, false)).toEqual(making)
	expect(await countObjects(deps)).toEqual([])
	expect(await sync(deps, true)).toEqual(making)
	expect(await countObjects(deps)).toEqual(ALL)
	expect(await sync(deps, true)).toEqual(['keep price', 'keep coupon', 'keep promotion code'])
	await openCheckout(deps, { couponCode: 'LAUNCH1', email: 'ada@example.com' })
	expect((await countObjects(deps)).filter((kind) => kind !== 'checkout.session')).toEqual(ALL)
})

test('two parallel runs in two processes create everything once', async () => {
	const { deps } = await makeTestDeps()
	const other = { ...deps, payments: createSandboxPayments(deps) }
	await Promise.all([sync(deps, true), sync(other, true)])
	expect(await countObjects(deps)).toEqual(ALL)
})

test('a code disabled at the provider is reactivated, and an operator’s code becomes a coupon', async () => {
	const { deps } = await makeTestDeps()
	await sync(deps, true)
	await deps.db
		.updateTable('sandbox_stripe.objects')
		.set({ body: sql`jsonb_set(body, '{active}', 'false')` })
		.where('kind', '=', 'promotion_code')
		.execute()
	await deps.db
		.insertInto('discount_codes')
		.values({ code: 'FRIEND', amount_off_cents: 500, offer_codes: ['digital-income-mastery-lifetime'] })
		.execute()
	expect(await sync(deps, true)).toEqual(['keep price', 'keep coupon', 'make coupon', 'make promotion code'])
	const coupons = await deps.db.selectFrom('sandbox_stripe.objects').select('body').where('kind', '=', 'coupon').execute()
	expect(coupons.map(({ body }) => body)).toContainEqual(expect.objectContaining({ name: 'FRIEND', amount_off: 500, currency: 'usd' }))
	expect(await sync(deps, false)).toEqual(['keep price', 'keep coupon', 'keep coupon', 'keep promotion code'])
})
