import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { CopiedId } from '#app/admin/ui/copy-field.tsx'
import { Fact, Facts, StateBadge, Time, useDayFormat } from '#app/admin/ui/format.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { Timeline } from '#app/admin/ui/timeline.tsx'
import { usePolling } from '#app/admin/ui/use-polling.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readOrder } from '#server/console/orders/read-order.ts'

import { AccessBadge, AccessEnd } from './access-state.tsx'
import { OrderActions, WithoutRefund } from './order-actions.tsx'
import { OrderBadge } from './order-table.tsx'

const PROVIDERS: Readonly<Record<string, string>> = {
	stripe: 'Stripe',
	'bank-transfer': 'Bank transfer',
}

/** Polling: most refunds are confirmed within seconds, but a provider may take days. */
const REFUND_RUNS = { everyMs: 3000, forMs: 120_000 }

export const loader = createLoader(readOrder)

export type OrderPageData = Awaited<ReturnType<typeof loader>>

function Summary({ order, policy, refund }: Pick<OrderPageData, 'order' | 'policy' | 'refund'>) {
	const money = (cents: number) => formatMoney(cents, order.currency)
	const isRefunded = order.status === 'refunded' || order.status === 'partially_refunded'
	const left = policy.refundableCents
	return (
		<p className="flex flex-wrap items-center gap-y-2 gap-x-4 lg:min-w-44 lg:grow lg:basis-44">
			{!order.isGiven && <strong className="text-[1.75rem]">{money(order.totalCents)}</strong>}
			<OrderBadge order={order} />
			{refund?.is === 'on-its-way' && order.status !== 'refund_pending' && (
				<StateBadge word={`refund of ${money(refund.cents)} on its way`} tone="warn" />
			)}
			{refund?.is === 'to-be-sent' && order.status !== 'refund_pending' && <StateBadge word="refund pending" tone="warn" />}
			{!order.isLive && !order.isGiven && <StateBadge word="test mode: no money moved" tone="warn" />}
			{isRefunded && <span className="text-soft">{`${money(order.totalCents - left)} refunded, ${money(left)} left`}</span>}
		</p>
	)
}

/** Says whether the policy allows a refund today, even if none was requested. */
function RefundLine({ order, refund, policy: { refusal, until, refundableCents } }: Pick<OrderPageData, 'order' | 'refund' | 'policy'>) {
	const formatDay = useDayFormat()
	const isUnderWay = order.status === 'refund_pending' || (refund !== null && refund.is !== 'possible')
	if (order.paidAt === null || refundableCents === 0 || isUnderWay) return null
	if (refusal !== null) return <p>{`Refund: not allowed. ${refusal}`}</p>
	return <p>{`Refund: allowed${until === null ? '' : ` until ${formatDay(until)}`}`}</p>
}

/** Formats `american_express 4242` as “American express •••• 4242”. */
function describeCard(card: string): string {
	const [brand = '', last4 = ''] = card.split(/ (?=\S+$)/)
	return `${brand.charAt(0).toUpperCase()}${brand.slice(1).replaceAll('_', ' ')} •••• ${last4}`
}

function Given({ order, giver }: Pick<OrderPageData, 'order' | 'giver'>) {
	const from = giver?.from ?? null
	return (
		<Fact name="Given">
			<Time at={order.paidAt} />
			{giver !== null && ` by ${giver.by}`}
			{from !== null && (
				<>
					{' · '}
					<Link to={from.href}>{from.words}</Link>
				</>
			)}
		</Fact>
	)
}

type OrderFactsProps = Pick<OrderPageData, 'order' | 'access' | 'giver' | 'buyer' | 'accountId' | 'opens' | 'card'>

function OrderFacts({ order, access, giver, buyer, accountId, opens, card }: OrderFactsProps) {
	const money = (cents: number) => formatMoney(cents, order.currency)
	// The sandbox's orders have the provider `stripe`, too. Other providers have no test mode.
	const isTest = order.provider === 'stripe' && !order.isLive
	return (
		<Facts>
			<Fact name={order.isGiven ? 'Learner' : 'Buyer'}>
				{buyer !== null && `${buyer}, `}
				{accountId === null ? (
					<>
						{order.email ?? '–'}
						{!order.isGiven && <span className="text-soft">{' bought as a guest, without an account'}</span>}
					</>
				) : (
					<Link to={`${consolePaths.learners}/${accountId}`}>{order.email ?? 'Show account'}</Link>
				)}
				{accountId !== null && order.userId === null && !order.isGiven && (
					<span className="text-soft">{' bought as a guest, not signed in'}</span>
				)}
			</Fact>
			{order.isGiven ? (
				<Given order={order} giver={giver} />
			) : (
				<Fact name="Paid">{order.paidAt === null ? 'not paid' : <Time at={order.paidAt} />}</Fact>
			)}
			<Fact name="Product">{order.product}</Fact>
			{opens.length > 0 && <Fact name="Gives access to">{opens.join(', ')}</Fact>}
			{access !== null && (!order.isGiven || access.endsAt !== null) && (
				<Fact name="Access">
					<AccessBadge access={access.state} />
					{access.endsAt !== null && <AccessEnd at={access.endsAt} isOver={access.state === 'ended'} />}
				</Fact>
			)}
			{order.discountCode !== null && (
				<Fact name="Price">{`${money(order.subtotalCents)}, less ${money(order.discountCents)} with ${order.discountCode}`}</Fact>
			)}
			{order.taxCents > 0 && <Fact name="Tax included">{money(order.taxCents)}</Fact>}
			{!order.isGiven && (
				<Fact name="Payment method">
					{isTest ? 'Test payment' : (PROVIDERS[order.provider] ?? order.provider)}
					{card !== null && <span className="whitespace-nowrap">{`, ${describeCard(card)}`}</span>}
				</Fact>
			)}
		</Facts>
	)
}

function Invoices({ order, invoices, isInvoiceMissing }: OrderPageData) {
	const { role } = useConsole()
	if (invoices.length === 0 && !isInvoiceMissing)
		return (
			order.paidAt !== null &&
			!order.isGiven && (
				<>
					<h2>Invoices</h2>
					<p>
						None. An order gets its invoice when it’s paid, if invoices are on.{' '}
						<Link to={`${consolePaths.settings}/tax`}>Tax settings</Link>
					</p>
				</>
			)
		)
	return (
		<>
			<h2>Invoices</h2>
			{isInvoiceMissing ? (
				<p>None yet: the payment provider didn’t report how this sale is taxed.</p>
			) : (
				<ul className="grid gap-2">
					{invoices.map(({ id, kind, number, gross_cents: gross, currency, corrects, replacedBy }) => (
						<li key={id}>
							{`${kind === 'invoice' ? 'Invoice' : 'Credit note'} `}
							<span className="whitespace-nowrap">{number}</span>
							{`, ${formatMoney(gross, currency)}`}
							{corrects !== undefined && <span className="whitespace-nowrap">{`, for ${corrects}`}</span>}
							{': '}
							<span className="whitespace-nowrap">
								<a href={`${consolePaths.invoices}/${id}/pdf`}>PDF</a>
								{' · '}
								<a href={`${consolePaths.invoices}/${id}/xml`}>XML</a>
							</span>
							{replacedBy !== undefined && (
								<>
									{' '}
									<StateBadge word={`replaced by ${replacedBy}`} />
								</>
							)}
						</li>
					))}
				</ul>
			)}
			{role === 'operator' && (
				<p>
					<Link to={`${consolePaths.orders}/${order.id}/correct-invoice`}>{isInvoiceMissing ? 'Create invoice' : 'Correct invoice'}</Link>
				</p>
			)}
		</>
	)
}

function Policy({ order, policy }: OrderPageData) {
	return (
		<Disclosure summary="Policy and consent">
			<Facts>
				<Fact name="Promised">{`${policy.windowDays} days to request a refund, as long as ${policy.conditions} (version ${policy.version})`}</Fact>
				<Fact name="Consent to immediate access">
					{order.waiverVersion === null ? (
						'not given'
					) : (
						<>
							<Time at={order.waivedAt} />
							{` (version ${order.waiverVersion})`}
						</>
					)}
				</Fact>
				{order.ageRule !== null && <Fact name="Age confirmation">{`accepted, version ${order.ageRule}`}</Fact>}
				{order.paidAt !== null && (
					<>
						<Fact name="Opened since paying">{`${policy.opened} of ${policy.total} lessons (${policy.share}%)`}</Fact>
						<Fact name="First paid download">
							<Time at={policy.firstDownloadAt} />
						</Fact>
						<Fact name="Left to refund">{formatMoney(policy.refundableCents, order.currency)}</Fact>
					</>
				)}
			</Facts>
		</Disclosure>
	)
}

export default function OrderPage() {
	const shown = useLoaderData<typeof loader>()
	usePolling(shown.refund?.is === 'on-its-way' || shown.order.status === 'refund_pending', REFUND_RUNS)
	return (
		<Page title={`Order ${orderNumber(shown.order.id)}`}>
			<div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 lg:flex-nowrap">
				<Summary {...shown} />
				<OrderActions {...shown} />
			</div>
			<RefundLine {...shown} />
			<WithoutRefund {...shown} />
			<OrderFacts {...shown} />
			<div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
				{!shown.order.isGiven && (
					<section className="grid min-w-0 gap-4">
						<Invoices {...shown} />
						<Policy {...shown} />
					</section>
				)}
				<section className="grid min-w-0 gap-4">
					<h2>Timeline</h2>
					<Timeline moments={shown.story} />
				</section>
			</div>
			<h2>For support</h2>
			<Facts>
				<CopiedId name="Order ID" about="the order ID" value={shown.order.id} />
				{shown.sessionId !== null && <CopiedId name="Checkout ID (shown to the buyer)" about="the checkout ID" value={shown.sessionId} />}
			</Facts>
		</Page>
	)
}
