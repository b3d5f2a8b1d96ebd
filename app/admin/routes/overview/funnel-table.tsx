import { DataTable } from '#app/admin/ui/data-table.tsx'
import { ShareBar } from '#app/admin/ui/format.tsx'
import { Callout } from '#app/ui/callout.tsx'

export const StillUpdating = () => (
	<Callout role="status">
		These figures are still updating, the newest days first. Reload this page in a minute: until then they may be too low or out of date.
	</Callout>
)

type Step = { name: string; count: number; isOfVisitors: boolean }

/** Funnel steps as bars on two scales: visits count only visitors who accepted cookies, all other steps count everyone. */
export function FunnelTable({ steps }: { steps: readonly Step[] }) {
	const mostOf = (isOfVisitors: boolean) =>
		Math.max(1, ...steps.filter((step) => step.isOfVisitors === isOfVisitors).map(({ count }) => count))
	return (
		<DataTable
			caption="Funnel"
			rows={steps}
			rowKey={({ name }) => name}
			empty=""
			columns={[
				{ head: 'Step', cell: ({ name }) => name },
				{
					head: 'Count',
					cell: ({ count, isOfVisitors }) => <ShareBar share={count / mostOf(isOfVisitors)} label={count.toLocaleString('en-US')} />,
				},
			]}
		/>
	)
}
