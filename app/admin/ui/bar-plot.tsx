import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import type { Bar, Unit } from '#server/console/overview/bars.ts'

import { PLOT_BOTTOM, CHART_HEIGHT, isPartial, type ChartLayout, formatBarStart, PLOT_TOP } from './chart-scale.ts'

const percent = (value: number) => `${value.toFixed(2)}%`

export const PLOT_LABEL_CLASSES = 'fill-soft text-[.875rem] tabular-nums'

type DrawnProps = { bars: readonly Bar[]; unit: Unit; /** False if the last day isn't over yet. */ isOver: boolean; layout: ChartLayout }

function Axes({ bars, unit, layout: { ticks, toX, toY, dates } }: DrawnProps) {
	return (
		<>
			{ticks.map((tick) => (
				<line key={tick} className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'} x1="0" x2="100%" y1={toY(tick)} y2={toY(tick)} />
			))}
			{dates.map((index, place) => (
				<text
					key={index}
					x={percent(toX(index))}
					textAnchor="middle"
					y={CHART_HEIGHT - 6}
					className={`${PLOT_LABEL_CLASSES} ${place % 3 > 0 ? '@max-2xl:hidden' : ''}`}
				>
					{formatBarStart(bars[index]?.since ?? '', unit, place === 0)}
				</text>
			))}
		</>
	)
}

const PARTIAL = 'fill-accent/25 stroke-accent [stroke-dasharray:3_2] [stroke-width:1.5]'
const PREVIOUS = 'fill-ink/10'
const PREVIOUS_TOP = 'fill-none stroke-soft [stroke-width:1.5]'

/** Samples of the marks in a chart, for its legend and tooltip. */
const MARKS = {
	now: <rect className="fill-accent" x="2" width="12" height="12" />,
	partial: <rect className={PARTIAL} x="2.75" y="0.75" width="10.5" height="10.5" />,
	before: (
		<>
			<rect className={PREVIOUS} y="1" width="16" height="11" />
			<path className={PREVIOUS_TOP} d="M0 1H16" />
		</>
	),
} as const

export const LegendMark = ({ of }: { of: keyof typeof MARKS }) => (
	<svg className="me-2 inline-block" width="16" height="12" aria-hidden="true">
		{MARKS[of]}
	</svg>
)

/**
 * Draws the bars, outlined if they aren't complete. Behind each is a wider bar with a line on top for the previous
 * period, so that the two differ not only in color. Neighbors have a gap, or two would look like one. Units: x in bars, y in pixels.
 */
function Bars(drawn: DrawnProps & { index: number | null }) {
	const {
		bars,
		layout: { toY },
		index: read,
	} = drawn
	const zero = toY(0).toFixed(2)
	const draw = (partial: boolean) =>
		bars
			.map(({ amount }, index) =>
				amount === 0 || isPartial(drawn, index) !== partial
					? ''
					: `M${(index + 0.2).toFixed(2)} ${zero}V${toY(amount).toFixed(2)}h0.6V${zero}Z`,
			)
			.join('')
	const previous = bars.flatMap(({ before }, index) =>
		before?.amount ? [{ x: (index + 0.08).toFixed(2), y: toY(before.amount).toFixed(2) }] : [],
	)
	return (
		<svg className="block" width="100%" height={CHART_HEIGHT} viewBox={`0 0 ${bars.length} ${CHART_HEIGHT}`} preserveAspectRatio="none">
			{read !== null && <path className="stroke-soft" vectorEffect="non-scaling-stroke" d={`M${read + 0.5} ${PLOT_TOP}V${PLOT_BOTTOM}`} />}
			<path className={PREVIOUS} d={previous.map(({ x, y }) => `M${x} ${zero}V${y}h0.84V${zero}Z`).join('')} />
			<path className={PREVIOUS_TOP} vectorEffect="non-scaling-stroke" d={previous.map(({ x, y }) => `M${x} ${y}h0.84`).join('')} />
			<path className="fill-accent" d={draw(false)} />
			<path className={PARTIAL} vectorEffect="non-scaling-stroke" d={draw(true)} />
		</svg>
	)
}

const KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
	ArrowLeft: (index) => index - 1,
	ArrowDown: (index) => index - 1,
	ArrowRight: (index) => index + 1,
	ArrowUp: (index) => index + 1,
	Home: () => 0,
	End: (_, last) => last,
}

type PlotProps = DrawnProps & {
	label: string
	/** Index of the bar whose amounts are shown; null for none. */ index: number | null
	onRead: (read: (index: number | null) => number | null) => void
	/** Text for screen readers. */ describe: (index: number) => string
	/** URL of the list behind a bar; null if it has none. */ linkTo: (index: number) => string | null
	/** Amounts of the bar at `index`. */ children: ReactNode
}

/** Links over the bars. Keyboard users open them with Enter on the chart, and screen readers find them in the table. */
const BarLinks = ({ bars, linkTo, isRead }: Pick<PlotProps, 'bars' | 'linkTo'> & { isRead: () => boolean }) => (
	<div aria-hidden="true" className="absolute inset-0 flex">
		{bars.map(({ since }, index) => {
			const href = linkTo(index)
			return href === null ? (
				<span key={since} className="flex-1" />
			) : (
				<Link key={since} to={href} tabIndex={-1} className="flex-1" onClick={(event) => isRead() || event.preventDefault()} />
			)
		})}
	</div>
)

/**
 * Draws the chart. Values can be read with the pointer or, when it is focused, the arrow keys. A click or Enter opens the list behind a
 * bar; with a finger, the first tap reads it.
 */
export function Plot({ label, index, onRead, describe, linkTo, children, ...drawn }: PlotProps) {
	const { bars, layout } = drawn
	const last = bars.length - 1
	const setIndex = (next: number | null) => onRead(() => next)
	const isAlive = useHydrated()
	const navigate = useNavigate()
	const isFirstTap = useRef(false)
	const indexAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
		const { left, width } = currentTarget.getBoundingClientRect()
		return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * bars.length)))
	}
	function onPointerDown(event: PointerEvent<HTMLElement>) {
		isFirstTap.current = event.pointerType === 'touch' && index !== indexAt(event)
		setIndex(indexAt(event))
	}
	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		if (event.key === 'Escape') setIndex(null)
		const href = event.key === 'Enter' ? linkTo(index ?? last) : null
		if (href !== null) void navigate(href)
		const move = KEYS[event.key]
		if (!move) return
		event.preventDefault()
		setIndex(Math.max(0, Math.min(last, move(index ?? last, last))))
	}
	const reader = isAlive && {
		role: 'slider',
		tabIndex: 0,
		'aria-valuemin': 0,
		'aria-valuemax': last,
		'aria-valuenow': index ?? last,
		'aria-valuetext': describe(index ?? last),
		onKeyDown,
		onFocus: () => onRead((chosen) => chosen ?? last),
		onBlur: () => setIndex(null),
	}
	const pointer = isAlive && {
		onPointerMove: (event: PointerEvent<HTMLElement>) => setIndex(indexAt(event)),
		onPointerDown,
		// On touch screens, the amounts stay visible after the finger is lifted.
		onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setIndex(null),
	}
	const x = percent(layout.toX(index ?? 0))
	return (
		<div className="relative min-w-0 cursor-crosshair touch-pan-y" {...pointer}>
			<div role="img" aria-label={label} {...reader}>
				<svg className="block overflow-visible" width="100%" height={CHART_HEIGHT} aria-hidden="true">
					<Axes {...drawn} />
					<Bars {...drawn} index={index} />
				</svg>
			</div>
			<BarLinks bars={bars} linkTo={linkTo} isRead={() => !isFirstTap.current} />
			{index !== null && (
				// Shifted left by the same percentage of the tooltip’s width, so that the tooltip never extends beyond the chart.
				<div
					aria-hidden="true"
					className="pointer-events-none absolute top-0 w-max max-w-full border border-line-strong bg-ground px-3 py-2 text-[.875rem] shadow-over"
					style={{ left: x, transform: `translateX(-${x})` }}
				>
					{children}
				</div>
			)}
		</div>
	)
}
