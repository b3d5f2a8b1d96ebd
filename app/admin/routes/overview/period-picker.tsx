import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

import { QueryForm } from '#app/admin/ui/filter-form.tsx'
import { PageTabs, useShownCurrent } from '#app/admin/ui/page.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { presentPeriod } from '#server/console/overview/read-period.ts'

/** Tabs of the overview's pages, which keep the period. */
export const OverviewTabs = ({ query, isLearning = false }: { query: string; isLearning?: boolean }) => {
	const { pathname } = useLocation()
	const isOverview = pathname === consolePaths.overview
	return (
		<PageTabs
			label="Figures"
			tabs={[
				{ label: 'Sales', href: `${consolePaths.overview}?${query}`, isCurrent: isOverview && !isLearning },
				{ label: 'Learning', href: `${consolePaths.overview}?view=learning&${query}`, isCurrent: isOverview && isLearning },
				{ label: 'Funnel', href: `${consolePaths.funnel}?${query}`, isCurrent: !isOverview },
			]}
		/>
	)
}

type Props = {
	address: string
	period: ReturnType<typeof presentPeriod>
	/** Rest of the query, which is kept. */ view?: string | undefined
	/** Text after the dates. */ children?: string
}

const PERIOD =
	'inline-flex min-h-10 items-center rounded-sm border border-transparent px-3 whitespace-nowrap no-underline hover:bg-sunk aria-[current]:border-line-strong aria-[current]:bg-raised aria-[current]:font-semibold pointer-coarse:min-h-11'

/** Form that selects the period, which is stored in the URL. */
export function PeriodPicker({ address, period, view, children = '' }: Props) {
	const { choices, days, typed, isRefused, isCustom, zone, query } = period
	const from = useRef<HTMLInputElement>(null)
	const list = useShownCurrent()
	useEffect(() => {
		if (isRefused) from.current?.focus()
	}, [isRefused])
	return (
		<div className="grid grid-cols-1 gap-3">
			<nav aria-label="Period">
				<ul ref={list} className="table-scroll -mx-3 flex gap-x-1 md:flex-wrap">
					{choices.map(({ query: choice, label, isCurrent }) => (
						<li key={choice}>
							<Link
								to={`${address}?${choice}${view === undefined ? '' : `&view=${view}`}`}
								aria-current={isCurrent ? 'page' : undefined}
								className={PERIOD}
							>
								{label}
							</Link>
						</li>
					))}
				</ul>
			</nav>
			{isCustom && (
				<QueryForm key={query} action={address} aria-label="Custom dates" button="Show">
					<TextField
						ref={from}
						name="from"
						type="date"
						label="From"
						defaultValue={typed.from}
						error={isRefused ? 'Choose a start before the end, at most ten years apart. Showing the last 30 days.' : undefined}
					/>
					<TextField name="to" type="date" label="To" defaultValue={typed.to} />
					{view !== undefined && <input type="hidden" name="view" value={view} />}
				</QueryForm>
			)}
			<p className="text-soft">
				{`${days}${children} · ${zone} · `}
				<Link to={`${consolePaths.settings}/time-zone`}>Change the time zone</Link>
			</p>
		</div>
	)
}
