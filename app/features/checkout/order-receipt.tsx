import { Link } from 'react-router'

import { paths } from '#contracts/paths.ts'
import { formatPrice } from '#domain/pricing/money.ts'

import type { KnownOrder } from './order-words.ts'

export function OrderReceipt({ order, orderIdLabel }: { order: KnownOrder; orderIdLabel: string }) {
	const { amounts } = order
	return (
		<dl className="grid gap-y-2 border-y-2 border-dotted border-line-strong py-5 sm:grid-cols-[10rem_1fr]">
			<dt className="font-semibold">Product</dt>
			<dd>{order.product.name}</dd>
			<dt className="font-semibold">Paid</dt>
			<dd>
				{formatPrice(amounts.totalCents, amounts.currency)}
				{order.discountCode && ` (${order.discountCode} took off ${formatPrice(amounts.discountCents, amounts.currency)})`}
			</dd>
			{order.email && (
				<>
					<dt className="font-semibold">Receipt sent to</dt>
					<dd>{order.email}</dd>
				</>
			)}
			<dt className="font-semibold">Order number</dt>
			<dd>{order.number}</dd>
			<dt className="font-semibold">{orderIdLabel}</dt>
			<dd className="font-mono text-sm [overflow-wrap:anywhere]">{order.orderId}</dd>
			<dt className="font-semibold">Receipt</dt>
			<dd>
				<Link className="link" to={paths.order(order.orderId)}>
					See and print the receipt
				</Link>
			</dd>
		</dl>
	)
}
