import { newVisitor } from './people.ts'
import { openCheckout, sessionOf } from './sandbox-purchase.ts'
import type { TestWorld } from './world.ts'

/** Field names from which a careless checkout might read a price. */
const NAMES = [
	'amount',
	'amountCents',
	'amount_cents',
	'price',
	'priceCents',
	'total',
	'totalCents',
	'total_cents',
	'unit_amount',
	'subtotalCents',
]
const CHEAP = Object.fromEntries(NAMES.map((name) => [name, 1]))

async function checkPrice(world: TestWorld): Promise<void> {
	const { ctx, people, findings } = world
	const { amountCents } = ctx.content.lifetimeOffer
	const checkout = await openCheckout(world, people.learner, { ...CHEAP, discountCents: amountCents - 1, currency: 'jpy' })
	const order = await ctx.db
		.selectFrom('checkout_sessions')
		.innerJoin('orders', 'orders.id', 'order_id')
		.select(['total_cents', 'currency'])
		.where('provider_session_id', '=', sessionOf(checkout))
		.executeTakeFirstOrThrow()
	const place = { request: 'POST /functions/v1/create-payment with a price', who: 'learner' } as const
	if (order.total_cents !== amountCents) findings.add(place, `the offer’s price, ${amountCents}`, String(order.total_cents))
	const found = await world.client.send(newVisitor(), { path: `/payment-success?session_id=${sessionOf(checkout)}`, isPublic: true })
	if (found.text.includes(people.learner.email)) findings.add(found, 'no address of the buyer', 'the address')
}

async function checkDiscount({ ctx, client, people, findings }: TestWorld): Promise<void> {
	const body = { code: `FREE-${Date.now()}`, productName: ctx.content.lifetimeOffer.productName }
	const answer = await client.send(people.learner, { method: 'POST', path: '/api/discounts/check', body })
	if (answer.status === 200 && !answer.text.includes('"accepted":false')) findings.add(answer, 'a made-up code to be refused', answer.text)
}

/** Checks that people without access get no paid document, neither by request nor through an earlier link. */
async function checkDocuments({ ctx, client, people, findings, oldLink }: TestWorld): Promise<void> {
	const paid = [...ctx.content.libraryDocuments.values()].filter(({ access }) => access !== 'free')
	for (const { slug, formats } of paid)
		for (const role of ['visitor', 'learner', 'refunded'] as const) {
			const direct = await client.send(people[role], { path: `/downloads/${slug}.${formats[0]}?link=none` })
			if (direct.status < 400) findings.add(direct, 'a refusal without a link', String(direct.status))
			const free = await client.send(people[role], { path: `/documents/${slug}.${formats[0]}`, isPublic: true })
			if (free.status < 400) findings.add(free, 'a refusal of a paid document', String(free.status))
			const body = { document: slug, format: formats[0] }
			const answer = await client.send(people[role], { method: 'POST', path: '/api/downloads', body })
			if (answer.status < 400) findings.add(answer, '401 or 403 without access', `${answer.status} ${answer.text.slice(0, 60)}`)
		}
	if (oldLink === null) return
	const answer = await client.send(people.refunded, { path: oldLink })
	if (answer.status !== 403) findings.add(answer, '403 after the refund', String(answer.status))
}

async function checkAccess({ client, people, findings }: TestWorld): Promise<void> {
	for (const [role, isOpen] of [
		['learner', false],
		['refunded', false],
		['buyer', true],
	] as const) {
		const answer = await client.send(people[role], { path: '/api/orders' })
		const { entitlements = [] } = JSON.parse(answer.text) as { entitlements?: string[] }
		if (entitlements.length > 0 !== isOpen) findings.add(answer, isOpen ? 'access' : 'no access', JSON.stringify(entitlements))
	}
}

/** Checks that the server decides price and access, and that a refund ends access. */
export async function checkPurchases(world: TestWorld): Promise<void> {
	await checkAccess(world)
	await checkDocuments(world)
	await checkDiscount(world)
	if (world.isSandbox) {
		await checkPrice(world)
		// An open checkout isn't a purchase.
		await checkAccess(world)
	}
}
