import { useId } from 'react'

import { Disclosure } from '#app/ui/disclosure.tsx'
import type { Bar } from '#server/console/overview/bars.ts'

import { DataTable } from './data-table.tsx'

const HEIGHT = 100
const STEP = 10

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
const formatDay = ({ since }: Bar) => format.format(new Date(since))
const nameOf = (bar: Bar) => (bar.days === 1 ? formatDay(bar) : `${bar.days} days from ${formatDay(bar)}`)

type BarPlotProps = { name: string; bars: readonly Bar[]; formatAmount: (amount: number) => string }

/** The smallest amount above zero stays visible. */
const toHeight = (amount: number, most: number) => (amount <= 0 ? 0 : Math.max(1, (amount / most) * HEIGHT))

function OneBar({ bar, index, most, label }: { bar: Bar; index: number; most: number; label: string }) {
	const height = toHeight(bar.amount, most)
	return (
		<g>
			<title>{label}</title>
			<rect className="plot-column" x={index * STEP} y="0" width={STEP} height={HEIGHT} />
			{bar.before !== undefined && bar.before > 0 && (
				<rect
					className="plot-before"
					x={index * STEP}
					y={(HEIGHT - toHeight(bar.before, most)).toFixed(2)}
					width={STEP}
					height={toHeight(bar.before, most).toFixed(2)}
				/>
			)}
			<rect x={index * STEP + 1} y={(HEIGHT - height).toFixed(2)} width={STEP - 2} height={height.toFixed(2)} />
		</g>
	)
}

/** Amounts by day or by seven days as bars, with the same figures as a table. Nothing without an amount. */
export function BarPlot({ name, bars, formatAmount }: BarPlotProps) {
	const captionId = useId()
	const [first, last] = [bars[0], bars.at(-1)]
	const highest = bars.toSorted((one, other) => other.amount - one.amount)[0]
	if (!first || !last || !highest || highest.amount <= 0) return null
	const by = first.days === 1 ? 'day' : `${first.days} days`
	const total = bars.reduce((sum, { amount }) => sum + amount, 0)
	const title = `${name} per ${by}`
	const hasBefore = first.before !== undefined
	const totalBefore = bars.reduce((sum, { before = 0 }) => sum + before, 0)
	const most = Math.max(highest.amount, ...bars.map(({ before = 0 }) => before))
	return (
		<figure className="plot">
			<figcaption id={captionId}>
				<strong>{title}</strong>{' '}
				{`Total ${formatAmount(total)}, highest ${formatAmount(highest.amount)} (${nameOf(highest)})${hasBefore ? `. The period before, paler: ${formatAmount(totalBefore)}` : ''}`}
			</figcaption>
			<svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-labelledby={captionId}>
				{bars.map((bar, index) => (
					<OneBar
						key={bar.since}
						bar={bar}
						index={index}
						most={most}
						label={`${nameOf(bar)}: ${formatAmount(bar.amount)}${bar.before === undefined ? '' : `, before: ${formatAmount(bar.before)}`}`}
					/>
				))}
			</svg>
			<div className="plot-ends" aria-hidden="true">
				<span>{formatDay(first)}</span>
				<span>{nameOf(last)}</span>
			</div>
			<Disclosure summary="Show as table">
				<DataTable
					caption={title}
					rows={bars.toReversed()}
					rowKey={({ since }) => since}
					empty=""
					columns={[
						{ head: first.days === 1 ? 'Day' : 'Days', cell: nameOf },
						{ head: name, cell: ({ amount }) => formatAmount(amount) },
						...(hasBefore ? [{ head: 'Period before', cell: ({ before = 0 }: Bar) => formatAmount(before) }] : []),
					]}
				/>
			</Disclosure>
		</figure>
	)
}
