import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { OrderBadge } from '#app/admin/routes/orders/order-table.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, Time } from '#app/admin/ui/format.tsx'
import { Pager } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readCoupon } from '#server/console/coupons/coupons.ts'

import { CouponBadge, CouponForm, formatUses } from './coupon-form.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'

export const loader = createLoader(readCoupon)

type Read = Awaited<ReturnType<typeof loader>>

const Details = ({ coupon, endedAt }: Pick<Read, 'coupon' | 'endedAt'>) => (
	<Facts>
		<Fact name="Status">
			<CouponBadge state={coupon.state} />
		</Fact>
		<Fact name="Discount">{coupon.off}</Fact>
		<Fact name="Applies to">{coupon.offers}</Fact>
		<Fact name="Used">{formatUses(coupon)}</Fact>
		<Fact name="Total uses">{coupon.totalLimit === null ? 'no limit' : coupon.totalLimit}</Fact>
		<Fact name="Uses per person">{coupon.perEmailLimit === null ? 'no limit' : coupon.perEmailLimit}</Fact>
		<Fact name="Starts">{coupon.startsAt === null ? 'immediately' : <Time at={coupon.startsAt} />}</Fact>
		<Fact name="Ends">{coupon.expiresAt === null ? 'never' : <Time at={coupon.expiresAt} />}</Fact>
		{endedAt !== null && (
			<Fact name="Ended">
				<Time at={endedAt} />
			</Fact>
		)}
	</Facts>
)

/** Form to change a coupon. A coupon from the site's content is changed and published with the offers instead. */
function Change({ coupon, endedAt, form, fields, chosen, seen }: Read) {
	const { code, isOfContent } = coupon
	const path = `${consolePaths.coupons}/${code}`
	if (isOfContent)
		return (
			<p>
				This code is part of your site’s content, because texts can mention it. You can’t change it here.{' '}
				<Link to={fileAddress('offers.json')}>Edit it with your offers</Link>, then publish.
			</p>
		)
	return (
		<>
			{endedAt === null ? (
				<div>
					<ConfirmForm
						action={`${path}/end`}
						label="End coupon"
						title={`End the coupon ${code}?`}
						consequences={[
							['Buyers lose', `${coupon.off} in new checkouts. Open checkouts keep their price.`],
							['Used so far', formatUses(coupon)],
							['Afterwards', 'You can turn it on again.'],
						]}
						hasReason={false}
						isGuarded={false}
					/>
				</div>
			) : (
				<ActionForm action={`${path}/resume`} label="Turn on again" tone="secondary" isGuarded />
			)}
			<h2>Change</h2>
			<CouponForm action={path} label="Save coupon" form={form} fields={fields} chosen={chosen} seen={seen} />
		</>
	)
}

const Uses = ({ uses, next }: Pick<Read, 'uses' | 'next'>) => (
	<>
		<h2>Orders</h2>
		<DataTable
			caption="Orders with this coupon"
			rows={uses}
			rowKey={({ id }) => id}
			empty="No orders with this coupon yet."
			columns={[
				{ head: 'When', card: 'plain', cell: ({ created_at: at }) => <Time at={at} /> },
				{
					head: 'Email',
					card: 'title',
					cell: ({ id, email }) => <Link to={`${consolePaths.orders}/${id}`}>{email ?? 'no address'}</Link>,
				},
				{ head: 'Status', card: 'plain', cell: (order) => <OrderBadge order={order} /> },
				{ head: 'Offer', card: 'none', cell: ({ product_name: name }) => name },
				{ head: 'Discount', card: 'none', cell: ({ discount_cents: cents, currency }) => formatMoney(cents, currency) },
				{ head: 'Total', card: 'end', cell: ({ total_cents: cents, currency }) => formatMoney(cents, currency) },
			]}
		/>
		<Pager rows={uses.length} what="orders" next={next} />
	</>
)

export default function CouponPage() {
	const read = useLoaderData<typeof loader>()
	return (
		<Page title={read.coupon.code}>
			<Details coupon={read.coupon} endedAt={read.endedAt} />
			<Change {...read} />
			<Uses uses={read.uses} next={read.next} />
		</Page>
	)
}
