import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Fact, Facts } from '#app/admin/ui/facts.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Timeline } from '#app/admin/ui/timeline.tsx'
import { useConsole } from '#app/admin/ui/use-console.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { decimalOf, formatMoney } from '#domain/pricing/money.ts'
import { readOrder } from '#server/console/orders/read-order.ts'

import { OrderActions } from './order-actions.tsx'
import { toneOfOrder, wordOfOrder } from './tone-of-order.ts'

const PROVIDERS: Readonly<Record<string, string>> = {
	stripe: 'Stripe',
	'bank-transfer': 'Bank transfer',
	operator: 'Nothing: given for free',
}

export const loader = load(readOrder)

export type OrderPageData = Awaited<ReturnType<typeof loader>>

function OrderFacts({ order, accountId, opens, sessionId }: Pick<OrderPageData, 'order' | 'accountId' | 'opens' | 'sessionId'>) {
	const money = (cents: number) => formatMoney(cents, order.currency)
	return (
		<Facts>
			<Fact name="State">
				<StateBadge word={wordOfOrder(order)} tone={toneOfOrder(order.status)} />
			</Fact>
			<Fact name={order.isGiven ? 'Given' : 'Paid'}>
				<Time at={order.paidAt} />
			</Fact>
			<Fact name="Product">{order.product}</Fact>
			{opens.length > 0 && <Fact name="Opens">{opens.join(', ')}</Fact>}
			<Fact name="Price">{money(order.subtotalCents)}</Fact>
			<Fact name="Discount">{order.discountCode === null ? '–' : `${order.discountCode}: −${money(order.discountCents)}`}</Fact>
			<Fact name="Total">{money(order.totalCents)}</Fact>
			{order.taxCents > 0 && <Fact name="Tax included, by the provider">{money(order.taxCents)}</Fact>}
			<Fact name="Email">
				{order.email === null ? '–' : <Link to={`${consolePaths.learners}?q=${encodeURIComponent(order.email)}`}>{order.email}</Link>}
			</Fact>
			<Fact name="Account">
				{accountId === null ? 'none: bought as a guest' : <Link to={`${consolePaths.learners}/${accountId}`}>Show account</Link>}
				{accountId !== null && order.userId === null && ' (bought as a guest with its address)'}
			</Fact>
			<Fact name="Paid with">{`${PROVIDERS[order.provider] ?? order.provider}${order.isLive || order.isGiven ? '' : ', test mode: no money moved'}`}</Fact>
			<Fact name="For support">
				<Disclosure summary="Details">
					<p>{`Order ID: ${order.id}`}</p>
					{sessionId !== null && <p>{`Checkout ID, on the buyer’s page: ${sessionId}`}</p>}
				</Disclosure>
			</Fact>
		</Facts>
	)
}

function Invoices({ order, invoices, isInvoiceMissing }: OrderPageData) {
	const { role } = useConsole()
	if (invoices.length === 0 && !isInvoiceMissing) return null
	return (
		<>
			<h2>Invoices</h2>
			{isInvoiceMissing ? (
				<p>None yet: the payment provider could not say how this sale is taxed.</p>
			) : (
				<ul className="grid gap-2">
					{invoices.map(({ id, kind, number, gross_cents: gross, currency }) => (
						<li key={id}>
							{`${kind === 'invoice' ? 'Invoice' : 'Credit note'} `}
							<span className="whitespace-nowrap">{number}</span>
							{`, ${decimalOf(gross, currency)} ${currency.toUpperCase()}: `}
							<span className="whitespace-nowrap">
								<a href={`${consolePaths.invoices}/${id}/pdf`}>PDF</a>
								{' · '}
								<a href={`${consolePaths.invoices}/${id}/xml`}>XML</a>
							</span>
						</li>
					))}
				</ul>
			)}
			{role === 'operator' && (
				<p>
					<Link to={`${consolePaths.orders}/${order.id}/correct-invoice`}>
						{isInvoiceMissing ? 'Make the invoice' : 'Correct the invoice'}
					</Link>
				</p>
			)}
		</>
	)
}

/** Refund policy as of today, whether or not a refund was requested. */
const Allowed = ({ refusal, until }: Pick<OrderPageData['policy'], 'refusal' | 'until'>) =>
	refusal === null ? (
		<>
			<StateBadge word="Allowed today" tone="good" />
			{until !== null && (
				<>
					{' (until '}
					<Time at={until} />)
				</>
			)}
		</>
	) : (
		<>
			<StateBadge word="Not allowed" tone="warn" /> {refusal}
		</>
	)

function Policy({ order, policy }: OrderPageData) {
	return (
		<>
			<h2 className="mt-4">What the buyer was promised</h2>
			<Facts>
				<Fact name="Refund rule">{`of ${policy.version}`}</Fact>
				<Fact name="It says">{`${policy.windowDays} days to ask for the money back, as long as ${policy.conditions}`}</Fact>
				<Fact name="Consent to immediate access">
					{order.waiverVersion === null ? (
						'not given'
					) : (
						<>
							{`text of ${order.waiverVersion}, `}
							<Time at={order.waivedAt} />
						</>
					)}
				</Fact>
				<Fact name="Age rule">{order.ageRule ?? '–'}</Fact>
				<Fact name="Opened since paying">{`${policy.opened} of ${policy.total} sections (${policy.share}%)`}</Fact>
				<Fact name="First paid download">
					<Time at={policy.firstDownloadAt} />
				</Fact>
				<Fact name="Refundable">{formatMoney(policy.refundableCents, order.currency)}</Fact>
				<Fact name="A refund under the rule">
					<Allowed {...policy} />
				</Fact>
			</Facts>
		</>
	)
}

/** One order: what it is, what can be done, what was promised, and everything that happened. */
export default function OrderPage() {
	const shown = useLoaderData<typeof loader>()
	return (
		<Page title={`Order ${orderNumber(shown.order.id)}`}>
			<OrderFacts {...shown} />
			<div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
				<section className="grid min-w-0 gap-4">
					<Invoices {...shown} />
					<OrderActions {...shown} />
					<Policy {...shown} />
				</section>
				<section className="grid min-w-0 gap-4">
					<h2>Timeline</h2>
					<Timeline moments={shown.story} />
				</section>
			</div>
		</Page>
	)
}
