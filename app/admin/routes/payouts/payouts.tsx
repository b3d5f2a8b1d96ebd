import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { CalendarDate } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readPayouts } from '#server/console/payouts/payouts.ts'

import { PayoutState } from './payout-state.tsx'

export const loader = createLoader(readPayouts)

export default function PayoutsPage() {
	const { view, payouts, provider } = useLoaderData<typeof loader>()
	return (
		<Page title="Payouts">
			{payouts === null ? (
				<p className="empty">Buyers pay straight into your account: there are no payouts and no fees.</p>
			) : (
				<>
					<p>{`The newest payouts, straight from ${provider}. Open one to see its orders and fees.`}</p>
					<ListTable
						caption="Payouts"
						view={view}
						next={null}
						rows={payouts}
						rowKey={({ id }) => id}
						empty="Nothing has been paid out yet."
						columns={[
							{ head: 'Arrives', card: 'plain', cell: ({ arrivesAt }) => <CalendarDate at={arrivesAt} /> },
							{ head: 'Payout', card: 'title', cell: ({ id }) => <Link to={`${consolePaths.payouts}/${id}`}>{id}</Link> },
							{ head: 'Status', name: 'state', card: 'plain', cell: (payout) => <PayoutState payout={payout} /> },
							{ head: 'Amount', card: 'end', cell: ({ amountCents, currency }) => formatMoney(amountCents, currency) },
						]}
					/>
				</>
			)}
		</Page>
	)
}
