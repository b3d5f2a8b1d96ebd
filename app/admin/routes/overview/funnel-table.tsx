import { DataTable } from '#app/admin/ui/data-table.tsx'
import { WideBar } from '#app/admin/ui/format.tsx'
import { Callout } from '#app/ui/callout.tsx'

export const StillUpdating = () => (
	<Callout role="status">
		These figures are still updating, the newest days first. Reload this page in a minute: until then they may be too low or out of date.
	</Callout>
)

type Step = { name: string; count: number }
type StepsProps = {
	caption: string
	head: string
	steps: readonly Step[]
	/** Heading of the share, and the count it is a share of. */ share: { head: string; of: (index: number) => number | undefined }
}

/** Steps with a bar each. Tables of the same page have the same columns. */
export function Steps({ caption, head, steps, share }: StepsProps) {
	const most = Math.max(1, ...steps.map(({ count }) => count))
	const formatShare = (count: number, of = 0) => (of === 0 ? '–' : `${Math.round((count / of) * 100)}%`)
	return (
		<div className="[&_:is(th,td):nth-child(2)]:w-28 [&_:is(th,td):nth-child(3)]:w-52 [&_table]:md:table-fixed [&_td[data-card=title]>div]:w-full">
			<DataTable
				caption={caption}
				rows={steps.map((step, index) => ({ ...step, of: share.of(index) }))}
				rowKey={({ name }) => name}
				columns={[
					{
						head,
						card: 'title',
						cell: ({ name, count }) => (
							<>
								{name}
								<WideBar share={count / most} />
							</>
						),
					},
					{ head: 'Count', card: 'end', cell: ({ count }) => count },
					{ head: share.head, cell: ({ count, of }) => formatShare(count, of) },
				]}
			/>
		</div>
	)
}

type FunnelStep = Step & { isOfVisitors: boolean; needsBefore: boolean }

/** Funnel steps as bars. Visits count only visitors who accepted cookies, so they have a separate scale and table. */
export function FunnelTable({ steps }: { steps: readonly FunnelStep[] }) {
	const visits = steps.filter(({ isOfVisitors }) => isOfVisitors)
	const later = steps.filter(({ isOfVisitors }) => !isOfVisitors)
	const ofStepBefore = (shown: readonly FunnelStep[]) => ({
		head: 'Of previous step',
		of: (index: number) => (shown[index]?.needsBefore ? shown[index - 1]?.count : undefined),
	})
	return (
		<>
			<Steps caption="Visits" head="Visitors who accepted cookies" steps={visits} share={ofStepBefore(visits)} />
			<Steps caption="Funnel" head="Everyone" steps={later} share={ofStepBefore(later)} />
		</>
	)
}
