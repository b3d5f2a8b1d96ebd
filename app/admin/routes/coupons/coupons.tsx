import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { FilterForm } from '#app/admin/ui/filter-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { Pager } from '#app/admin/ui/list-table.tsx'
import { ListTabs } from '#app/admin/ui/list-tabs.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readCoupons } from '#server/console/coupons/coupons.ts'

import { CouponBadge, formatUses } from './coupon-form.tsx'

export const loader = createLoader(readCoupons)

export default function CouponsPage() {
	const { q, state, states, coupons, sort, next } = useLoaderData<typeof loader>()
	const filter = {
		action: consolePaths.coupons,
		label: 'Coupons',
		search: { label: 'Code', maxLength: 32 },
		filters: [
			{
				name: 'state',
				label: 'Status',
				options: states.map((each) => [each, `${each.charAt(0).toUpperCase()}${each.slice(1)}`] as const),
				tabs: states,
			},
		],
		taken: { q, state },
	}
	return (
		<Page title="Coupons" beside={<LinkButton to={`${consolePaths.coupons}/new-coupon`}>New coupon</LinkButton>}>
			<p>Coupons work as soon as you save them, without publishing. Buyers enter the code on your offer page.</p>
			<FilterForm {...filter} />
			<ListTabs filter={filter} />
			<DataTable
				caption="Coupons"
				rows={coupons}
				rowKey={({ code }) => code}
				empty={q !== '' ? 'No coupons start with these characters.' : state === null ? 'No coupons yet.' : 'No coupons have this status.'}
				sort={sort}
				columns={[
					{
						head: 'Code',
						sort: 'code',
						card: 'title',
						cell: ({ code }) => (
							<Link className="link whitespace-nowrap" to={`${consolePaths.coupons}/${code}`}>
								{code}
							</Link>
						),
					},
					{ head: 'Discount', card: 'end', cell: ({ off }) => off },
					{ head: 'Status', card: 'plain', cell: ({ state }) => <CouponBadge state={state} /> },
					{
						head: 'Used',
						card: 'plain',
						cell: (coupon) => (
							<span className="before:content-['used_'] md:whitespace-nowrap md:before:content-none">{formatUses(coupon)}</span>
						),
					},
					{ head: 'Applies to', card: 'none', cell: ({ offers }) => offers },
					{ head: 'Starts', card: 'none', cell: ({ startsAt: at }) => <Time at={at} /> },
					{ head: 'Ends', sort: 'ends', card: 'none', cell: ({ expiresAt: at }) => <Time at={at} /> },
					{
						head: 'Created',
						sort: '-created',
						card: 'none',
						cell: ({ isOfContent, createdAt: at }) => (isOfContent ? '–' : <Time at={at} />),
					},
				]}
			/>
			<Pager rows={coupons.length} what="coupons" next={next} />
		</Page>
	)
}
