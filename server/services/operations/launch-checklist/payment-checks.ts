import { syncCatalog } from '#server/services/commerce/orders/sync-catalog.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type CheckFamily, fixVerdict, offVerdict, okVerdict, type CheckVerdict, warnVerdict } from './check.ts'

async function checkCatalog(ctx: ServiceContext): Promise<CheckVerdict> {
	const steps = (await syncCatalog(ctx, { apply: false })).filter(({ step }) => step !== 'keep')
	if (steps.length === 0) return okVerdict('prices and codes match the provider’s')
	return fixVerdict(steps.map(({ kind, name, step }) => `${step}: ${kind} ${name}`).join('; '), 'Run "npm run payments:sync".')
}

async function checkReports({ db, payments }: ServiceContext): Promise<CheckVerdict> {
	const { last, failing } = await db
		.selectFrom('payment_events')
		.select((eb) => [
			eb.fn.max('received_at').as('last'),
			eb.fn.count<number>('event_id').filterWhere('processed_at', 'is', null).filterWhere('last_error', 'is not', null).as('failing'),
		])
		.where('provider', '=', payments.code)
		.where('livemode', '=', payments.isLive)
		.executeTakeFirstOrThrow()
	if (last === null)
		return warnVerdict('no webhook has arrived yet', 'Send a test event from the provider’s dashboard, or buy the course once.')
	const arrived = `the last one arrived ${last.toISOString()}`
	if (Number(failing) === 0) return okVerdict(arrived)
	return fixVerdict(`${failing} could not be processed; ${arrived}`, 'Run "npm run payments:reconcile" and read its log.')
}

/** Verdict for a test key: anyone could pay with a published test card number and get the course. */
const TEST_KEY = fixVerdict('STRIPE_SECRET_KEY is a test key: no money moves', 'Set the live key.')

async function examineProvider(ctx: ServiceContext): Promise<Record<string, CheckVerdict>> {
	const { payments, config, productTaxCode, now } = ctx
	const webhookUrl = `${config.publicUrl}/webhooks/${payments.code}`
	const site = { webhookUrl, siteUrl: config.publicUrl, usesTax: productTaxCode !== null, now: now() }
	const found = (await payments.examine?.(site)) ?? []
	const verdicts = Object.fromEntries(found.map(({ about, ...verdict }) => [`payment-${about}`, verdict]))
	return config.isLive && !payments.isLive ? { ...verdicts, 'payment-account': TEST_KEY } : verdicts
}

const IDS = ['account', 'terms', 'webhook', 'deliveries', 'tax', 'reports', 'catalog'].map((about) => `payment-${about}`)
const all = (verdict: CheckVerdict) => Object.fromEntries(IDS.map((id) => [id, verdict]))

async function run(ctx: ServiceContext): Promise<Record<string, CheckVerdict>> {
	const { kind } = ctx.config.payments
	if (kind === 'sandbox') return all(offVerdict('payments are in the sandbox'))
	if (kind === 'bank-transfer') return all(offVerdict('buyers pay by bank transfer; there’s no provider to check'))
	const examined = await examineProvider(ctx)
	const isKnown = examined['payment-terms'] !== undefined
	return {
		...all(warnVerdict('not checked: the key doesn’t work', 'Fix the key first.')),
		...examined,
		'payment-reports': await checkReports(ctx),
		...(isKnown && { 'payment-catalog': await checkCatalog(ctx) }),
	}
}

export const paymentChecks: CheckFamily = {
	name: 'Payments',
	checks: [
		{ id: 'payment-account', what: 'The payment account is valid and can take payments', why: 'Without it, no one can buy.' },
		{ id: 'payment-terms', what: 'The provider has the URL of your terms', why: 'Without it, the provider refuses to open checkouts.' },
		{
			id: 'payment-webhook',
			what: 'The provider sends webhooks to this server',
			why: 'Without webhooks, buyers wait up to an hour for the course.',
		},
		{ id: 'payment-deliveries', what: 'This server accepts the webhooks', why: 'With a wrong signing secret, it refuses all of them.' },
		{
			id: 'payment-tax',
			what: 'Stripe Tax is set up, if Stripe calculates your tax',
			why: 'Without it, Stripe refuses checkouts or collects no tax.',
		},
		{
			id: 'payment-reports',
			what: 'Webhooks have arrived and were processed',
			why: 'This proves that the URL and the signing secret match.',
		},
		{ id: 'payment-catalog', what: 'The provider charges the price of content/offers.json', why: 'Pages promise that price.' },
	],
	run,
}
