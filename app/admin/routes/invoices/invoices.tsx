import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Menu, useClosing } from '#app/admin/ui/menu.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { readInvoices } from '#server/console/invoices/invoices.ts'

export const loader = createLoader(readInvoices)

const NoneMade = ({ why }: { why: 'off' | 'tax-unknown' }) => (
	<Callout>
		{why === 'off' ? 'Invoices are off in the ' : 'Stripe is set to calculate your tax, but buyers pay by bank transfer. See the '}
		<Link to={`${consolePaths.settings}/tax`}>tax settings</Link>. Orders paid in the meantime won’t get an invoice later.
	</Callout>
)

export default function InvoicesPage() {
	const { filters, isRefused, invoices, years, whyNone, ...list } = useLoaderData<typeof loader>()
	const { typed, from, to } = filters
	const isFiltered = typed !== '' || from !== '' || to !== ''
	const menu = useClosing('')
	return (
		<Page
			title="Invoices"
			beside={
				years.length > 0 && (
					<div ref={menu} className="relative">
						<Menu summary="Export">
							<p>All invoices of a year as CSV, with totals by country and tax rate</p>
							{years.map((year) => (
								<a key={year} href={`${consolePaths.invoiceFile}?year=${year}`}>{`Download ${year}`}</a>
							))}
						</Menu>
					</div>
				)
			}
		>
			<p>
				<Link to={consolePaths.payouts}>Payouts and fees</Link> of the payment provider
			</p>
			{whyNone && <NoneMade why={whyNone} />}
			<ListTable
				filter={{
					action: consolePaths.invoices,
					label: 'Invoices',
					search: { label: 'Number, buyer, order' },
					days: { isRefused },
					taken: { q: typed, from, to },
				}}
				{...list}
				caption="Invoices and credit notes"
				what="invoices"
				rows={invoices}
				rowKey={({ id }) => id}
				empty={isFiltered ? 'No invoices match.' : 'No invoices yet.'}
				columns={[
					{
						head: 'Number',
						card: 'title',
						cell: ({ number, isCreditNote }) => (
							<>
								<span className="whitespace-nowrap">{number}</span> {isCreditNote && <StateBadge word="credit note" tone="warn" />}
							</>
						),
					},
					{ head: 'When', sort: '-issued', card: 'none', cell: ({ issuedAt }) => <Time at={issuedAt} /> },
					{ head: 'Buyer', card: 'plain', cell: ({ buyer }) => buyer },
					{
						head: 'Order',
						card: 'none',
						cell: ({ orderId }) => (
							<Link to={`${consolePaths.orders}/${orderId}`} className="link whitespace-nowrap">
								{orderNumber(orderId)}
							</Link>
						),
					},
					{ head: 'Total', sort: '-total', card: 'end', cell: ({ total }) => total },
					{ head: 'Tax', card: 'none', cell: ({ tax }) => tax },
					{
						head: 'Files',
						card: 'plain',
						cell: ({ id }) => (
							<>
								<a href={`${consolePaths.invoices}/${id}/pdf`}>PDF</a>
								{' · '}
								<a href={`${consolePaths.invoices}/${id}/xml`}>XML</a>
							</>
						),
					},
				]}
			/>
		</Page>
	)
}
