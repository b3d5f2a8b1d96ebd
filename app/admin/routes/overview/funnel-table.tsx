import { Fragment } from 'react'

import { Comparison } from '#app/admin/ui/comparison.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { formatPercent, WideBar } from '#app/admin/ui/format.tsx'
import { Callout } from '#app/ui/callout.tsx'

export const StillUpdating = () => (
	<Callout role="status">
		These figures are still updating, the newest days first. Reload this page in a minute: until then they may be too low or out of date.
	</Callout>
)

type Step = {
	name: string
	count: number
	/** The count in the earlier period; null if it is incomplete. */ before?: number | null
	/** True if the count is a part of the previous step's. */ needsBefore: boolean
	/** True if fewer is better. */ isFallGood?: boolean
}

/** Formats a share; a dash if there is nothing to compare with. */
const formatShare = (count: number, of: number | undefined) => (of === undefined || of === 0 ? '–' : formatPercent(count, of))

/** On phones, a row has name and count, the bar below them, then the shares in two columns, so that the figures of all rows are aligned. */
const PHONE =
	'max-md:[&_tr]:relative max-md:[&_tr]:grid max-md:[&_tr]:grid-cols-2 max-md:[&_tr]:gap-y-1 max-md:[&_tr]:py-2 max-md:[&_td:first-child]:col-span-2 max-md:[&_td_p]:pe-24 max-md:[&_td:nth-child(2)]:absolute max-md:[&_td:nth-child(2)]:top-2 max-md:[&_td:nth-child(2)]:right-3 max-md:[&_td:nth-child(2)]:font-semibold max-md:[&_td:nth-child(4)]:col-start-2 max-md:[&_td:nth-child(4)]:justify-end max-md:[&_td:nth-child(5)]:col-span-2 max-md:[&_td:nth-child(5)]:before:content-none'

type StepsProps = {
	caption: string
	steps: readonly Step[]
	/** Returns the index of the step that counts as 100% in the last column. */ firstOf: (index: number) => number
}

/** Steps with a bar each. Tables of the same page have the same columns. */
export function FunnelSteps({ caption, steps, firstOf }: StepsProps) {
	const most = Math.max(1, ...steps.map(({ count }) => count))
	return (
		<div
			className={`md:[&_:is(th,td):nth-child(2)]:w-24 md:[&_:is(th,td):nth-child(n+3)]:w-40 md:[&_:is(th,td):nth-child(n+3):nth-child(-n+4)]:text-right [&_table]:md:table-fixed [&_td[data-card=title]>div]:w-full ${PHONE}`}
		>
			<DataTable
				caption={caption}
				rows={steps.map((step, index) => ({
					...step,
					ofBefore: formatShare(step.count, step.needsBefore ? steps[index - 1]?.count : undefined),
					ofFirst: formatShare(step.count, firstOf(index) < index ? steps[firstOf(index)]?.count : undefined),
				}))}
				rowKey={({ name }) => name}
				columns={[
					{
						head: 'Step',
						card: 'title',
						cell: ({ name, count }) => (
							<>
								<p>{name}</p>
								<WideBar share={count / most} />
							</>
						),
					},
					{ head: 'Count', card: 'end', cell: ({ count }) => count },
					{ head: 'Of previous', cell: ({ ofBefore }) => ofBefore },
					{ head: 'Of first', cell: ({ ofFirst }) => ofFirst },
					...(steps.some(({ before }) => typeof before === 'number')
						? [
								{
									head: 'Change',
									cell: ({ count, before, isFallGood }: Step) => (
										<Comparison now={count} before={before} currency={null} isFallGood={isFallGood} />
									),
								},
							]
						: []),
				]}
			/>
		</div>
	)
}

/** Groups of funnel steps. “Of first” compares a step with the nearest one above whose count isn’t a part of the previous step’s. */
export const FunnelTables = ({ groups }: { groups: readonly { name: string; steps: readonly Step[] }[] }) =>
	groups.map(({ name, steps }) => (
		<Fragment key={name}>
			<h2>{name}</h2>
			<FunnelSteps caption={name} steps={steps} firstOf={(index) => steps.findLastIndex((step, at) => at <= index && !step.needsBefore)} />
		</Fragment>
	))
