/**
 * `npm run payments:sync`: creates the product, price, coupons and codes of content/offers.json at the payment provider. A second
 * run changes nothing. `npm run payments:sync -- --dry-run` only prints the plan.
 */
import { syncCatalog } from '#server/services/commerce/orders/sync-catalog.ts'

import { runOperatorCommand, readArguments } from './operate.ts'

const { values } = readArguments({ options: { 'dry-run': { type: 'boolean', default: false } } })
const apply = !values['dry-run']

await runOperatorCommand(async (ctx) => {
	const { name, isLive } = ctx.payments
	const where = ctx.config.payments.kind === 'sandbox' ? 'the sandbox' : `${name}, ${isLive ? 'live' : 'test mode'}`
	const steps = await syncCatalog(ctx, { apply })
	console.log(`${where}${apply ? '' : ' (dry run, nothing is changed)'}`)
	for (const { kind, name, step } of steps) console.log(`  ${step.padEnd(10)} ${kind.padEnd(14)} ${name}`)
	if (steps.every(({ step }) => step === 'keep')) console.log('Everything is up to date.')
})
