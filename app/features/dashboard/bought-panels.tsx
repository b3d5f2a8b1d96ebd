import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { EndedAccess } from '#app/lib/ended-access.tsx'
import { callApi, findRefusal, needsSecondFactor } from '#app/lib/own-api.ts'
import { cacheOwnership } from '#app/lib/owned-course.ts'
import { LoadFailed } from '#app/lib/query-provider.tsx'
import { useLibrary } from '#app/lib/use-library.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Table } from '#app/ui/table.tsx'
import { formatLocalDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import type { OrderList, OrderSummary } from '#contracts/payments.ts'
import { ORDER_STATUS_WORDS } from '#domain/orders/describe-order.ts'
import { formatMoney } from '#domain/pricing/money.ts'

const SHOWN = 5

export function DownloadsPanel({ userId }: { userId: string }) {
	const library = useLibrary(userId)
	return (
		<section aria-labelledby="downloads" className="grid content-start gap-4">
			<h2 id="downloads">Your downloads</h2>
			{library.isPending && (
				<p role="status" className="min-h-14">
					Loading your downloads…
				</p>
			)}
			{library.isError && !library.data && (
				<LoadFailed query={library} title="Your downloads couldn’t be loaded">
					{needsSecondFactor(library.error) && <p>Your second factor protects them. Try again and confirm that it’s you.</p>}
				</LoadFailed>
			)}
			{library.data && <Taken {...library.data} />}
			<p>
				<Link to={paths.templates} className="link inline-flex min-h-11 items-center">
					Go to the templates and tools
				</Link>
			</p>
		</section>
	)
}

function Taken({ isOpen, downloads }: NonNullable<ReturnType<typeof useLibrary>['data']>) {
	if (downloads.length === 0)
		return (
			<p>
				{isOpen
					? 'You haven’t downloaded a template yet. The whole library is open to you.'
					: 'You can download the free documents right away. The others come with the full course.'}
			</p>
		)
	return (
		<ul className="border-t border-line-strong">
			{downloads.slice(0, SHOWN).map(({ slug, title, format, at }) => (
				<li key={`${slug}.${format}`} className="flex flex-wrap justify-between gap-x-6 border-b border-line-strong py-2">
					<Link to={`${paths.templates}#${slug}`} className="link inline-flex min-h-11 items-center">
						{title} ({format.toUpperCase()})
					</Link>
					<span className="self-center text-soft">{formatLocalDay(at)}</span>
				</li>
			))}
		</ul>
	)
}

function reasonOf(error: Error): string {
	if (needsSecondFactor(error)) return 'Your second factor protects them. Try again and confirm that it’s you.'
	if (findRefusal(error) !== null) return 'The server didn’t accept the request. Try signing in again.'
	return 'You seem to be offline. Your progress is saved in this browser.'
}

export function OrdersPanel({ userId }: { userId: string }) {
	const orders = useOrders(userId)
	return (
		<section aria-labelledby="orders" className="grid gap-4">
			<h2 id="orders">Your orders</h2>
			{orders.isPending && (
				<p role="status" className="min-h-32">
					Loading your orders…
				</p>
			)}
			{orders.isError && !orders.data && (
				<LoadFailed query={orders} title="Your orders couldn’t be loaded">
					<p>{reasonOf(orders.error)}</p>
				</LoadFailed>
			)}
			{orders.data && <EndedAccess list={orders.data} />}
			{orders.data && <OrderRows orders={orders.data.orders} isUnlocked={orders.data.entitlements.length > 0} />}
		</section>
	)
}

const describeEnd = (at: string) => `Access ${Date.parse(at) > Date.now() ? 'until' : 'ended'} ${formatLocalDay(at)}`

function OrderRows({ orders, isUnlocked }: { orders: readonly OrderSummary[]; isUnlocked: boolean }) {
	return (
		<>
			<p>
				{isUnlocked
					? 'You have the full course: the templates, the tools and the certificate are all yours.'
					: 'You have the free part of the course. The full course adds the template library and the certificate.'}
			</p>
			{orders.length > 0 && (
				<Table caption="Orders of this account" head={['Date', 'Product', 'Amount', 'Status']}>
					{orders.map((order) => (
						<tr key={order.orderId}>
							<td>{formatLocalDay(order.paidAt ?? order.createdAt)}</td>
							<td>
								<Link className="link" to={paths.order(order.orderId)}>
									{order.product.name}
								</Link>
								{order.discountCode && <span className="block text-soft">Code {order.discountCode}</span>}
							</td>
							<td className="tabular-nums">{formatMoney(order.amounts.totalCents, order.amounts.currency)}</td>
							<td>
								<Badge tone={order.status === 'paid' ? 'good' : 'plain'}>{ORDER_STATUS_WORDS[order.status].label}</Badge>
								{order.accessEndsAt && <span className="block text-soft">{describeEnd(order.accessEndsAt)}</span>}
								{order.testMode && <span className="block text-soft">Test mode</span>}
							</td>
						</tr>
					))}
				</Table>
			)}
			{orders.length === 0 && !isUnlocked && (
				<div>
					<LinkButton to={paths.offer} variant="secondary">
						See the Full Course
					</LinkButton>
				</div>
			)}
		</>
	)
}

const useOrders = (userId: string) =>
	useQuery({
		queryKey: ['orders', userId],
		queryFn: async ({ signal }) => {
			const list = await callApi<OrderList>('/api/orders', { signal })
			cacheOwnership(userId, list)
			return list
		},
	})
