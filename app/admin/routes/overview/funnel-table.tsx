import { DataTable } from '#app/admin/ui/data-table.tsx'
import { ShareBar } from '#app/admin/ui/format.tsx'
import { Callout } from '#app/ui/callout.tsx'

export const StillUpdating = () => (
	<Callout role="status">
		These figures are still updating, the newest days first. Reload this page in a minute: until then they may be too low or out of date.
	</Callout>
)

type Step = { name: string; count: number; isOfVisitors: boolean }

function Counts({ caption, head, steps }: { caption: string; head: string; steps: readonly Step[] }) {
	const most = Math.max(1, ...steps.map(({ count }) => count))
	return (
		<DataTable
			caption={caption}
			rows={steps}
			rowKey={({ name }) => name}
			columns={[
				{ head, cell: ({ name }) => name },
				{ head: 'Count', cell: ({ count }) => <ShareBar share={count / most} label={count.toLocaleString('en-US')} /> },
			]}
		/>
	)
}

/** Funnel steps as bars. Visits count only visitors who accepted cookies, so they have a separate scale and table. */
export const FunnelTable = ({ steps }: { steps: readonly Step[] }) => (
	<>
		<Counts caption="Visits" head="Visitors who accepted cookies" steps={steps.filter(({ isOfVisitors }) => isOfVisitors)} />
		<Counts caption="Funnel" head="Everyone" steps={steps.filter(({ isOfVisitors }) => !isOfVisitors)} />
	</>
)
