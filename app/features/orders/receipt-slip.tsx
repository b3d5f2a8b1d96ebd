import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { formatLastUtcDay, formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import type { OrderReceipt } from '#contracts/payments.ts'
import { ACCESS_EXPLANATIONS, ORDER_STATUS_WORDS } from '#domain/orders/describe-order.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeBusinessDays, refundConditions } from '#domain/refunds/describe-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'

function Amounts({ receipt: { product, amounts, discountCode } }: { receipt: OrderReceipt }) {
	return (
		<dl className="border-t-2 border-ink tabular-nums [&_dd]:whitespace-nowrap">
			<div className="flex justify-between gap-6 border-b border-line-strong py-3">
				<dt>{product.name}</dt>
				<dd>{formatMoney(amounts.subtotalCents, amounts.currency)}</dd>
			</div>
			{amounts.discountCents > 0 && (
				<div className="flex justify-between gap-6 border-b border-line-strong py-3">
					<dt>Code {discountCode}</dt>
					<dd>{formatMoney(-amounts.discountCents, amounts.currency)}</dd>
				</div>
			)}
			<div className="flex justify-between gap-6 border-b-2 border-ink py-3 text-xl font-semibold">
				<dt>Total</dt>
				<dd>
					{formatMoney(amounts.totalCents, amounts.currency)} {amounts.currency.toUpperCase()}
				</dd>
			</div>
		</dl>
	)
}

/** Names next to their values; on phones, above them. */
export const FACT_LIST_CLASSES =
	'grid gap-x-8 gap-y-3 max-sm:gap-y-[.1rem] sm:grid-cols-[10rem_1fr] [&_dt]:font-semibold max-sm:[&_dd]:pb-3'

export function ReceiptSlip({ receipt }: { receipt: OrderReceipt }) {
	const state = ORDER_STATUS_WORDS[receipt.status]
	return (
		<div className="grid gap-8">
			<Amounts receipt={receipt} />
			<dl className={FACT_LIST_CLASSES}>
				<dt>Payment</dt>
				<dd>
					<strong>{state.label}.</strong> {state.text}
				</dd>
				<dt>{receipt.paidAt === null ? 'Ordered on' : 'Paid on'}</dt>
				<dd>{formatUtcDay(receipt.paidAt ?? receipt.createdAt)}</dd>
				<dt>Access</dt>
				<dd>{ACCESS_EXPLANATIONS[receipt.access]}</dd>
				{receipt.accessEndsAt !== null && (
					<>
						<dt>{receipt.access === 'ended' ? 'Access ended' : 'Access ends'}</dt>
						<dd>{formatUtcDay(receipt.accessEndsAt)} (UTC)</dd>
					</>
				)}
				{receipt.email !== null && (
					<>
						<dt>Email</dt>
						<dd className="[overflow-wrap:anywhere]">{receipt.email}</dd>
					</>
				)}
				<dt>Order number</dt>
				<dd>{receipt.number}</dd>
				{receipt.waiver !== null && (
					<>
						<dt>Immediate access</dt>
						<dd>
							You asked for it on {formatUtcDay(receipt.waiver.acceptedAt)} (consent text of {formatUtcDay(receipt.waiver.version)}).
						</dd>
					</>
				)}
			</dl>
			{receipt.testMode && <p className="font-semibold text-accent-ink">Test mode: no real money was taken.</p>}
		</div>
	)
}

export function RefundPolicyNote({ version, until, children }: { version: string; until: string; children?: ReactNode }) {
	const policy = findRefundPolicy(version)
	return (
		<section aria-labelledby="money-back" className="grid gap-3 border-t border-line-strong pt-8">
			<h2 id="money-back" className="text-2xl">
				Money back
			</h2>
			<p>
				You can ask for your money back until the end of <strong>{formatLastUtcDay(until)}</strong> (UTC), as long as{' '}
				{refundConditions(policy)}. What you read before paying never counts. The money arrives in {describeBusinessDays(policy)}.
			</p>
			{children || <p className="screen-only">Sign in with the email address of this order to check its status or ask for a refund.</p>}
			<p>
				<Link className="link" to={paths.terms}>
					Terms of Service
				</Link>{' '}
				·{' '}
				<Link className="link screen-only" to={paths.contact}>
					Write to us
				</Link>
			</p>
		</section>
	)
}
