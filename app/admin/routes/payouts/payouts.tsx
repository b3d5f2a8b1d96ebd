import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Day } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readPayouts } from '#server/console/payouts/read-payouts.ts'

import { PayoutState } from './payout-state.tsx'

export const loader = load(readPayouts)

export default function PayoutsPage() {
	const { payouts, provider } = useLoaderData<typeof loader>()
	return (
		<Page title="Payouts">
			{payouts === null ? (
				<p className="empty">Buyers pay straight into your account: there are no payouts and no fees.</p>
			) : (
				<>
					<p>{`The newest payouts, straight from ${provider}. Open one to see its orders and fees.`}</p>
					<DataTable
						caption="Payouts"
						rows={payouts}
						rowKey={({ id }) => id}
						empty="Nothing has been paid out yet."
						columns={[
							{ head: 'Arrives', cell: ({ arrivesAt }) => <Day at={arrivesAt} /> },
							{ head: 'Payout', cell: ({ id }) => <Link to={`${consolePaths.payouts}/${id}`}>{id}</Link> },
							{ head: 'State', cell: (payout) => <PayoutState payout={payout} /> },
							{ head: 'Amount', cell: ({ amountCents, currency }) => formatMoney(amountCents, currency) },
						]}
					/>
				</>
			)}
			<p>
				<Link to={consolePaths.invoices}>Invoices</Link>
			</p>
		</Page>
	)
}
