import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useConsole } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { DaySales } from '#server/console/today/read-sales.ts'
import type { readToday } from '#server/console/today/read-today.ts'

import { readProgress } from './first-steps.tsx'

type Today = Awaited<ReturnType<typeof readToday>>

type FigureProps = {
	href: string
	value: ReactNode
	/** Words that say which value this is. */
	what: string
}

const Figure = ({ href, value, what }: FigureProps) => (
	<li className="contents">
		<Link to={href} className="grid content-start rounded-[.5rem] border border-line bg-raised px-4 py-3 no-underline hover:border-ink">
			<span className="text-xl font-semibold">{value}</span> <span className="text-soft">{what}</span>
		</Link>
	</li>
)

type DayFigureProps = { day: string; query: string; sales: readonly DaySales[]; areTests: boolean; note: string }

/** Shows a day's sales: the number of orders, and an amount for each currency. */
function DayFigure({ day, query, sales, areTests, note }: DayFigureProps) {
	const orders = sales.reduce((sum, each) => sum + each.orders, 0)
	const value = sales.map(({ cents, currency }) => formatMoney(cents, currency)).join(' + ')
	const count = countNoun(orders, areTests ? 'test order' : 'order')
	return (
		<Figure href={`${consolePaths.overview}?${query}`} value={value || 'No sales'} what={orders === 0 ? day : `${day}: ${count}${note}`} />
	)
}

const PENDING_WORDS = {
	awaiting_transfer: ['order awaits a bank transfer', 'orders await a bank transfer'],
	declined: ['order has a declined payment', 'orders have a declined payment'],
} as const

/** Cards that link to sales, orders that await a payment, drafts and the first steps; only those with something to say. */
export function TodayFigures({ sales, pending, first }: Pick<Today, 'sales' | 'pending' | 'first'>) {
	const reasons = (['awaiting_transfer', 'declined'] as const).filter((reason) => pending[reason].count > 0)
	const entries = useConsole().navigation.flatMap(({ entries: each }) => each)
	const drafts = entries.find(({ href }) => href === consolePaths.contentPublish)?.open ?? 0
	const hasSales = sales !== null && sales.today.length + sales.yesterday.length > 0
	const hasSteps = first !== null && !first.isHidden && first.open > 0
	if (!hasSales && reasons.length === 0 && drafts === 0 && !hasSteps) return null
	return (
		<ul className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-3" aria-label="At a glance">
			{hasSales && (
				<>
					<DayFigure day="Today" query="days=1" sales={sales.today} areTests={sales.areTests} note=", before refunds" />
					<DayFigure day="Yesterday" query="days=yesterday" sales={sales.yesterday} areTests={sales.areTests} note={` (${sales.zone})`} />
				</>
			)}
			{reasons.map((reason) => {
				const { count, hasMore } = pending[reason]
				return (
					<Figure
						key={reason}
						href={`${consolePaths.orders}?state=${reason}`}
						value={`${count}${hasMore ? '+' : ''}`}
						what={PENDING_WORDS[reason][count === 1 ? 0 : 1]}
					/>
				)
			})}
			{drafts > 0 && (
				<Figure href={consolePaths.contentPublish} value={drafts} what={drafts === 1 ? 'change to publish' : 'changes to publish'} />
			)}
			{hasSteps && <Figure href="#first-steps" {...readProgress(first.steps)} />}
		</ul>
	)
}
