import { useState } from 'react'

import { Field, Options, Select, TextField } from '#app/ui/field.tsx'
import type { PlannerWords } from '#content/schema/planner.ts'
import { mondayOf } from '#domain/clock/week-date.ts'

import { shownWeek } from './planner-files.ts'
import type { Planner } from './use-planner.ts'
import { formatWeek } from './weeks-plot.tsx'

export function WeekFields({ planner, words: { labels } }: { planner: Planner; words: PlannerWords }) {
	const { plan, week, keptWeeks, chooseWeek, change } = planner
	// While a date is being typed, the field shows the raw input; on blur it shows the week's Monday.
	const [draft, setDraft] = useState<string | null>(null)
	const listed = week !== null && !keptWeeks.includes(week) ? [week, ...keptWeeks] : keptWeeks
	return (
		<>
			<div className="screen-only planner-fields">
				<Field id="planner-week" label={labels.weekOf} hint={labels.weekHint}>
					{(aria) => (
						<input
							{...aria}
							id="planner-week"
							type="date"
							className="control"
							value={draft ?? week ?? ''}
							onChange={(event) => {
								setDraft(event.target.value)
								const monday = mondayOf(event.target.value)
								if (monday) chooseWeek(monday)
							}}
							onBlur={() => setDraft(null)}
						/>
					)}
				</Field>
				<TextField
					label={labels.focusArea}
					hint="The one thing this week is for."
					value={plan.focusArea.text}
					onChange={(event) => change({ type: 'focus', text: event.target.value })}
				/>
				{keptWeeks.length > 0 && listed.length > 1 && (
					<Select label={labels.keptWeeks} value={week ?? ''} onChange={(event) => chooseWeek(event.target.value)}>
						<Options of={listed.map((each) => [each, formatWeek(each)])} />
					</Select>
				)}
			</div>
			<div className="print-only" aria-hidden="true">
				<p className="planner-line">
					<b>{labels.weekOf}:</b> <span>{shownWeek(plan)}</span>
				</p>
				<p className="planner-line">
					<b>{labels.focusArea}:</b> <span>{plan.focusArea.text}</span>
				</p>
			</div>
		</>
	)
}
