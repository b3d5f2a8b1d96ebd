import { formatAmountOrCount } from './format.tsx'

type Compared = {
	now: number
	/** The same figure in the previous period; null or absent if that period is incomplete. */ before: number | null | undefined
	/** Currency of amounts in its smallest unit; null for counts. */ currency: string | null
	/** True if fewer is better. */ isFallGood?: boolean | undefined
}

/** Returns the change as a percentage; null if there is none, as from zero or to a negative figure. */
function percentOf(now: number, before: number): string | null {
	if (before <= 0 || now < 0) return null
	const percent = Math.round((Math.abs(now - before) / before) * 100)
	return percent === 0 ? 'under 1%' : `${percent.toLocaleString('en-US')}%`
}

/** Change of a figure from the previous period, such as `▲ 30% from $77.00`. Screen readers get “up” for the arrow. */
export function Comparison({ now, before, currency, isFallGood = false }: Compared) {
	if (before === null || before === undefined) return null
	if (now === before) return <span className="comparison text-soft">No change</span>
	const isUp = now > before
	const size = percentOf(now, before)
	return (
		<span className="comparison inline-flex flex-wrap gap-x-1 text-soft">
			<span className={`whitespace-nowrap ${isUp === isFallGood ? 'text-danger-ink' : 'text-spruce-ink'}`}>
				<span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
				<span className="sr-only">{isUp ? 'up' : 'down'}</span>
				{size === null ? '' : ` ${size}`}
			</span>
			<span className="whitespace-nowrap">{` from ${formatAmountOrCount(before, currency)}`}</span>
			<span className="sr-only"> in the previous period</span>
		</span>
	)
}
