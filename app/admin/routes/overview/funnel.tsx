import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readFunnel } from '#server/console/overview/read-funnel.ts'

import { FunnelTables, FunnelSteps, StillUpdating } from './funnel-table.tsx'
import { OverviewTabs, PeriodPicker } from './period-picker.tsx'

export const loader = createLoader(readFunnel)

type Funnel = Awaited<ReturnType<typeof loader>>

const BySource = ({ sources }: Pick<Funnel, 'sources'>) => (
	<>
		<h2>By source</h2>
		<DataTable
			caption="By source"
			rows={sources}
			rowKey={({ source }) => source}
			empty="No visits with optional cookies in this period."
			columns={[
				{ head: 'Source', card: 'title', cell: ({ source }) => source },
				{ head: 'Visits', cell: ({ visit }) => visit },
				{ head: 'Quizzes', cell: ({ quiz }) => quiz },
				{ head: 'Signups', cell: ({ signup }) => signup },
				{ head: 'Checkouts', cell: ({ checkout }) => checkout },
			]}
		/>
		<Disclosure summary="How sources are counted">
			<p>
				The site a visitor came from, or the campaign source of the link (<code>utm_source</code>), for visitors who accepted cookies. Sites
				that aren’t on the list count as “other”. “Unknown” means that the visitor came from another page of this site. A signup counts when
				its code is requested. No visit is linked to an order, so the source of a purchase isn’t known.
			</p>
		</Disclosure>
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
				{ head: 'Code', card: 'title', cell: ({ code }) => code ?? 'without a code' },
				{ head: 'Checkouts', cell: ({ ordered }) => ordered },
				{ head: 'Paid', cell: ({ paid }) => paid },
				{ head: 'Refunded', cell: ({ refunded }) => refunded },
			]}
		/>
	</>
)

const AccountsToPurchase = ({ accountSteps: steps }: Pick<Funnel, 'accountSteps'>) => (
	<>
		<h2>From account to purchase</h2>
		<p>Accounts created in this period, and the steps they have reached so far. A guest’s purchase counts for the account it created.</p>
		<FunnelSteps caption="From account to purchase" steps={steps} firstOf={() => 0} />
	</>
)

export default function FunnelPage() {
	const { period, before, isUpToDate, groups, accountSteps, sources, codes } = useLoaderData<typeof loader>()
	return (
		<Page title="Funnel" heading="Overview">
			<OverviewTabs query={period.query} />
			<PeriodPicker address={consolePaths.funnel} period={period} before={before} />
			{!isUpToDate && <StillUpdating />}
			<p>Each step counts what happened in this period. Visits and quizzes: only visitors who accepted optional cookies.</p>
			<FunnelTables groups={groups} />
			<AccountsToPurchase accountSteps={accountSteps} />
			<BySource sources={sources} />
			<ByCode codes={codes} />
			<p>
				<a href={`${consolePaths.funnelFile}?${period.query}`}>Download these figures as CSV</a>
			</p>
		</Page>
	)
}
