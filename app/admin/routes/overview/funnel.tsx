import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readFunnel } from '#server/console/overview/read-funnel.ts'

import { FunnelTable, Steps, StillUpdating } from './funnel-table.tsx'
import { OverviewTabs, PeriodPicker } from './period-picker.tsx'

export const loader = load(readFunnel)

type Funnel = Awaited<ReturnType<typeof loader>>

const BySource = ({ sources }: Pick<Funnel, 'sources'>) => (
	<>
		<h2>By source</h2>
		<p>
			The site a visitor came from, or the campaign source of the link (<code>utm_source</code>), for visitors who accepted cookies. Sites
			that aren’t on the list count as “other”. “Unknown” means that the visitor came from another page of this site. A signup counts when
			its code is requested. No visit is linked to an order, so the source of a purchase is not known.
		</p>
		<DataTable
			caption="By source"
			rows={sources}
			rowKey={({ source }) => source}
			empty="No visits in this period."
			columns={[
				{ head: 'Source', cell: ({ source }) => source },
				{ head: 'Visits', cell: ({ visit }) => visit },
				{ head: 'Quizzes', cell: ({ quiz }) => quiz },
				{ head: 'Signups', cell: ({ signup }) => signup },
				{ head: 'Checkouts', cell: ({ checkout }) => checkout },
			]}
		/>
	</>
)

const ByCode = ({ codes }: Pick<Funnel, 'codes'>) => (
	<>
		<h2>By code</h2>
		<DataTable
			caption="Orders by code"
			rows={codes}
			rowKey={({ code }) => code ?? ''}
			empty="No orders in this period."
			columns={[
				{ head: 'Code', cell: ({ code }) => code ?? 'without a code' },
				{ head: 'Checkouts', cell: ({ ordered }) => ordered },
				{ head: 'Paid', cell: ({ paid }) => paid },
				{ head: 'Refunded, in full or in part', cell: ({ refunded }) => refunded },
			]}
		/>
	</>
)

const AccountsToPurchase = ({ accountSteps: steps }: Pick<Funnel, 'accountSteps'>) => (
	<>
		<h2>From account to purchase</h2>
		<p>Accounts opened in this period, and the steps they have reached so far. A guest’s purchase counts for the account it created.</p>
		<Steps caption="From account to purchase" head="Step" steps={steps} share={{ head: 'Of the accounts', of: () => steps[0]?.count }} />
	</>
)

export default function FunnelPage() {
	const { period, isUpToDate, steps, accountSteps, sources, codes } = useLoaderData<typeof loader>()
	return (
		<Page title="Funnel" heading="Overview">
			<OverviewTabs query={period.query} />
			<PeriodPicker address={consolePaths.funnel} period={period} />
			{!isUpToDate && <StillUpdating />}
			<p>
				Each step is counted on its own day, so a share compares two counts, not the same people. Visits and quizzes are counted only for
				visitors who accepted optional cookies, without identifying them; all other steps are counted for everyone.
			</p>
			<FunnelTable steps={steps} />
			<AccountsToPurchase accountSteps={accountSteps} />
			<BySource sources={sources} />
			<ByCode codes={codes} />
			<p>
				<a href={`${consolePaths.funnelFile}?${period.query}`}>Download these figures as CSV</a>
			</p>
		</Page>
	)
}
