import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { QueryForm } from '#app/admin/ui/filter-form.tsx'
import { PageTabs } from '#app/admin/ui/page.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { presentPeriod } from '#server/console/overview/read-period.ts'

type Props = { address: string; period: ReturnType<typeof presentPeriod>; /** Text after the dates. */ children?: string }

/** Form that selects the period, which is stored in the URL. */
export function PeriodPicker({ address, period: { choices, days, typed, isRefused, isCustom, zone, query }, children = '' }: Props) {
	const from = useRef<HTMLInputElement>(null)
	useEffect(() => {
		if (isRefused) from.current?.focus()
	}, [isRefused])
	return (
		<div className="grid grid-cols-1 gap-3">
			<PageTabs
				label="Period"
				className="max-sm:text-(length:--text-sm)"
				tabs={choices.map(({ query: choice, label, isCurrent }) => ({ label, href: `${address}?${choice}`, isCurrent }))}
			/>
			{isCustom && (
				<QueryForm key={query} action={address} aria-label="Custom dates" button="Show">
					<TextField
						ref={from}
						name="from"
						type="date"
						label="From"
						required
						defaultValue={typed.from}
						error={isRefused ? 'Choose a start before the end, at most ten years apart. Showing the last 30 days.' : undefined}
					/>
					<TextField name="to" type="date" label="To (inclusive)" required defaultValue={typed.to} />
				</QueryForm>
			)}
			<p className="text-soft">
				{`${days}${children} · ${zone} · `}
				<Link to={`${consolePaths.settings}/time-zone`}>Change the time zone</Link>
			</p>
		</div>
	)
}
