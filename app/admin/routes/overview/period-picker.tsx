import { useEffect, useRef } from 'react'
import { Form, Link, useLocation, useNavigate } from 'react-router'

import { QueryForm } from '#app/admin/ui/filter-form.tsx'
import { PageTabs } from '#app/admin/ui/page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
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
	/** Days of the earlier period; null if there is no complete one. */ before: string | null
}

const PERIOD =
	'inline-flex min-h-10 items-center rounded-sm border border-transparent px-2 whitespace-nowrap no-underline hover:bg-sunk aria-[current]:border-line-strong aria-[current]:bg-raised aria-[current]:font-semibold pointer-coarse:min-h-11'

const PARAMS: ReadonlySet<string> = new Set(['period', 'month', 'days', 'from', 'to', 'notice'])

/** Choice of the period on phones. Without JavaScript, it has a button. */
function PeriodSelect({ address, period: { choices }, kept }: Pick<Props, 'address' | 'period'> & { kept: URLSearchParams }) {
	const navigate = useNavigate()
	const current = choices.find(({ isCurrent }) => isCurrent)
	return (
		<Form method="get" action={address} className="flex items-end gap-3 md:hidden [&>.grid]:grow" aria-label="Period">
			<Select
				key={current?.query}
				name="period"
				label="Period"
				defaultValue={current?.query}
				options={choices.map(({ query, label }) => [query, label])}
				onChange={({ currentTarget: { value } }) => void navigate(`${address}?${[value, kept].map(String).filter(Boolean).join('&')}`)}
			/>
			<KeptFields kept={kept} />
			<Button type="submit" variant="secondary" className="not-noscript:hidden">
				Show
			</Button>
		</Form>
	)
}

const KeptFields = ({ kept }: { kept: URLSearchParams }) =>
	[...kept].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** States what is compared. Today isn't over, unlike the last day of the earlier period. */
const describePeriods = ({ days, soFar }: Props['period'], before: string | null) => {
	const shown = soFar === null ? days : `${days} (today until ${soFar})`
	return before === null
		? `${shown}. There’s no complete earlier period to compare it with yet`
		: `${shown}, compared with ${soFar === null ? '' : 'all of '}${before}`
}

/** Selects the period, which is stored in the URL, and keeps the rest of it. */
export function PeriodPicker({ address, period, before }: Props) {
	const { choices, typed, isRefused, isCustom, zone, query } = period
	const from = useRef<HTMLInputElement>(null)
	const kept = new URLSearchParams([...new URLSearchParams(useLocation().search)].filter(([name]) => !PARAMS.has(name)))
	useEffect(() => {
		if (isRefused) from.current?.focus()
	}, [isRefused])
	return (
		<div className="grid grid-cols-1 gap-3">
			<PeriodSelect address={address} period={period} kept={kept} />
			<nav aria-label="Period" className="max-md:hidden">
				<ul className="-mx-2 flex flex-wrap gap-x-1">
					{choices.map(({ query: choice, label, isCurrent }) => (
						<li key={choice}>
							<Link
								to={`${address}?${[choice, kept].map(String).filter(Boolean).join('&')}`}
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
						error={isRefused ? 'Choose a start before the end, at most ten years apart.' : undefined}
					/>
					<TextField name="to" type="date" label="To" defaultValue={typed.to} />
					<KeptFields kept={kept} />
				</QueryForm>
			)}
			<p className="text-soft">
				{`${describePeriods(period, before)} · `}
				<Link to={`${consolePaths.settings}/time-zone`} className="link" aria-label={`${zone}: change the time zone`}>
					{zone}
				</Link>
			</p>
		</div>
	)
}
