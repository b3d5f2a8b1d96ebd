import { useState } from 'react'

import { Field, Options, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'
import type { PlannerWords } from '#content/schema/planner.ts'
import { mondayOf } from '#domain/clock/week-date.ts'
import { EMPTY_LOOK_BACK, type LookBackPart, parseEarnings, parseHours } from '#domain/planner/look-back.ts'

import { shownWeek } from './planner-files.ts'
import { PrintBlank, PrintLine } from './print-line.tsx'
import type { Planner } from './use-planner.ts'
import { formatWeek } from './weeks-plot.tsx'

export function WeekFields({ planner, words: { labels } }: { planner: Planner; words: PlannerWords }) {
	const { plan, week, keptWeeks, chooseWeek, change } = planner
	// While a date is being typed, the field shows the raw input; on blur it shows the week's Monday.
	const [draft, setDraft] = useState<string | null>(null)
	const listed = week !== null && !keptWeeks.includes(week) ? [week, ...keptWeeks] : keptWeeks
	return (
		<>
			<div className="screen-only mb-10 grid items-end gap-x-8 gap-y-5 border-t-2 border-ink pt-8 md:grid-cols-[1fr_2fr_1fr]">
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
					hint="Your most important goal this week."
					value={plan.focusArea.text}
					onChange={(event) => change({ type: 'focus', text: event.target.value })}
				/>
				{keptWeeks.length > 0 && listed.length > 1 && (
					<Select label={labels.keptWeeks} value={week ?? ''} onChange={(event) => chooseWeek(event.target.value)}>
						<Options options={listed.map((each) => [each, formatWeek(each)])} />
					</Select>
				)}
			</div>
			<div className="hidden print:block" aria-hidden="true">
				<PrintLine label={labels.weekOf}>
					<PrintBlank>{shownWeek(plan)}</PrintBlank>
				</PrintLine>
				<PrintLine label={labels.focusArea}>
					<PrintBlank>{plan.focusArea.text}</PrintBlank>
				</PrintLine>
			</div>
		</>
	)
}

export function LookBackFields({ planner, words }: { planner: Planner; words: PlannerWords }) {
	const { plan, week, change } = planner
	const { hours, earnedCents, worked } = plan.lookBack ?? EMPTY_LOOK_BACK
	const { lookBack, tracker } = words
	const note = (part: LookBackPart) => change({ type: 'look-back', part })
	return (
		<section aria-labelledby="planner-look-back" className="screen-only planner-look-back mt-12 pt-8 border-t-2 border-ink">
			<Fold head={<h2 id="planner-look-back">{lookBack.title}</h2>} name={lookBack.title}>
				<p className="mt-3 mb-5 max-w-read text-lg">{lookBack.intro}</p>
				<div className="grid w-full gap-x-8 gap-y-5 md:grid-cols-[1fr_1fr_2fr] md:items-start">
					<NumberField
						label={tracker.fields[0] ?? ''}
						mistake="Enter hours as a number from 0 to 168, such as 2.5."
						week={week}
						stored={hours === null ? '' : String(hours)}
						read={parseHours}
						onNote={(value) => note({ hours: value })}
					/>
					<NumberField
						label={tracker.fields[1] ?? ''}
						mistake="Enter dollars as a number from 0 to 1000000, such as 40 or 19.99."
						week={week}
						stored={earnedCents === null ? '' : String(earnedCents / 100)}
						read={parseEarnings}
						onNote={(value) => note({ earnedCents: value })}
					/>
					<TextArea label={lookBack.worked} rows={2} value={worked} onChange={(event) => note({ worked: event.target.value })} />
				</div>
			</Fold>
		</section>
	)
}

type NumberFieldProps = {
	label: string
	mistake: string
	week: string | null
	stored: string
	read: (typed: string) => number | null | 'wrong'
	onNote: (value: number | null) => void
}

/** Number field. An invalid number is reported and not saved. */
function NumberField({ label, mistake, week, stored, read, onNote }: NumberFieldProps) {
	const [draft, setDraft] = useState<{ week: string | null; text: string } | null>(null)
	const typed = draft?.week === week ? draft?.text : undefined
	const isWrong = typed !== undefined && read(typed) === 'wrong'
	return (
		<TextField
			label={label}
			error={isWrong ? mistake : undefined}
			inputMode="decimal"
			autoComplete="off"
			value={typed ?? stored}
			onChange={({ target }) => {
				setDraft({ week, text: target.value })
				const value = read(target.value)
				if (value !== 'wrong') onNote(value)
			}}
			onBlur={() => !isWrong && setDraft(null)}
		/>
	)
}
