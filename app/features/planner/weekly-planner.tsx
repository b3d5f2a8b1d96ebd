import { type ReactNode, useState } from 'react'

import { type AccountState, useAccountSync } from '#app/lib/records/use-account-sync.ts'
import { CollapsibleSection } from '#app/ui/collapsible-section.tsx'
import { Field, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import type { TrialTemplate } from '#content/schema/free-trial.ts'
import type { PlannerWords } from '#content/schema/planner.ts'
import { mondayOf } from '#domain/clock/week-date.ts'
import { EMPTY_LOOK_BACK, type LookBackPart, parseEarnings, parseHours } from '#domain/planner/look-back.ts'
import { countCompletedRows, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { formatMoney } from '#domain/pricing/money.ts'

import { plannerSync } from './planner-account.ts'
import { PlannerActions } from './planner-actions.tsx'
import { formatPrintedWeek } from './planner-files.ts'
import { PlannerTable } from './planner-table.tsx'
import { usePlanner, type Planner } from './use-planner.ts'
import { WeeklyPlan } from './weekly-plan.tsx'
import { WeeksPlot, formatWeek } from './weeks-plot.tsx'

/** Line of the printed week: a label and what was entered. */
const PrintLine = ({ label, children }: { label: string; children: ReactNode }) => (
	<p className="mt-2 flex items-baseline gap-2">
		<b>{label}:</b> {children}
	</p>
)

/** Blank line for handwriting, or the entered text. */
const PrintBlank = ({ children }: { children?: ReactNode }) => <span className="min-h-[1.4em] flex-1 border-b border-ink">{children}</span>

function WeekFields({ planner, words: { labels } }: { planner: Planner; words: PlannerWords }) {
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
					<Select
						label={labels.keptWeeks}
						value={week ?? ''}
						onChange={(event) => chooseWeek(event.target.value)}
						options={listed.map((each) => [each, formatWeek(each)])}
					/>
				)}
			</div>
			<div className="hidden print:block" aria-hidden="true">
				<PrintLine label={labels.weekOf}>
					<PrintBlank>{formatPrintedWeek(plan)}</PrintBlank>
				</PrintLine>
				<PrintLine label={labels.focusArea}>
					<PrintBlank>{plan.focusArea.text}</PrintBlank>
				</PrintLine>
			</div>
		</>
	)
}

function LookBackFields({ planner, words }: { planner: Planner; words: PlannerWords }) {
	const { plan, week, change } = planner
	const { hours, earnedCents, worked } = plan.lookBack ?? EMPTY_LOOK_BACK
	const { lookBack, tracker } = words
	const note = (part: LookBackPart) => change({ type: 'look-back', part })
	return (
		<section aria-labelledby="planner-look-back" className="screen-only planner-look-back mt-12 pt-8 border-t-2 border-ink">
			<CollapsibleSection head={<h2 id="planner-look-back">{lookBack.title}</h2>} name={lookBack.title}>
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
			</CollapsibleSection>
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

function PrintReflection({ words, plan }: { words: PlannerWords; plan: PlannerWeek }) {
	const { completed, rowCount } = countCompletedRows(plan)
	const { hours, earnedCents } = plan.lookBack ?? EMPTY_LOOK_BACK
	const noted = [hours === null ? '' : String(hours), earnedCents === null ? '' : formatMoney(earnedCents, 'USD')]
	const { reflection, tracker } = words
	return (
		<div className="hidden break-inside-avoid grid-cols-[3fr_2fr] gap-8 print:grid">
			<section>
				<h2>{reflection.title}</h2>
				{reflection.questions.map((question) => (
					<div key={question} className="mt-2">
						<h3>{question}</h3>
						<span className="block h-[1.6rem] border-b border-ink" />
						<span className="block h-[1.6rem] border-b border-ink" />
					</div>
				))}
			</section>
			<section>
				<h2>{tracker.title}</h2>
				<PrintLine label={tracker.tasks}>
					{completed} out of {rowCount}
				</PrintLine>
				{tracker.fields.map((label, index) => (
					<PrintLine key={label} label={label}>
						<PrintBlank>{noted[index]}</PrintBlank>
					</PrintLine>
				))}
				<PrintLine label={tracker.confidence}>
					<PrintBlank /> {tracker.confidenceScale}
				</PrintLine>
			</section>
		</div>
	)
}

type WeeklyPlannerProps = {
	words: PlannerWords
	days: TrialTemplate['sections']
	goals: TrialTemplate['goals']
	tips: readonly string[]
}

const KEPT: Record<AccountState, string> = {
	idle: 'Saved in this browser. Sign in to save it to your account too.',
	syncing: 'Saved in this browser. Saving to your account…',
	synced: 'Saved in this browser and in your account.',
	'nearly-full':
		'Saved in this browser and in your account. Your account is nearly full: delete rows of old weeks before you add new ones.',
	waiting: 'Saved in this browser. We’ll save it to your account once we can reach the server.',
	full: 'Saved in this browser only, because your account is full. Delete rows from old weeks to save this one to your account too.',
	refused: 'Saved in this browser only. This week is too long for your account: shorten it or delete some rows.',
}

export function WeeklyPlanner({ words, days, goals, tips }: WeeklyPlannerProps) {
	const planner = usePlanner()
	const sync = useAccountSync(plannerSync)
	const { completed, rowCount } = countCompletedRows(planner.plan)
	return (
		<div className="page py-[clamp(2rem,5vw,4rem)] print:py-0 print:[&_h2]:text-[13pt] print:[&_h3]:text-[11pt]">
			<div className="mb-10 grid gap-8 lg:grid-cols-[6fr_5fr] lg:gap-16 print:mb-2 print:block">
				<div className="grid content-start gap-5">
					<h1 className="text-4xl print:text-2xl">{words.title}</h1>
					<p className="screen-only max-w-read text-lg">{words.intro}</p>
					<PlannerActions plan={planner.plan} words={words} />
				</div>
				<section aria-labelledby="planner-how">
					<CollapsibleSection
						head={
							<h2 id="planner-how" className="mb-4 text-(length:--text-xl) print:mb-1">
								{words.howToUse.title}
							</h2>
						}
						name={words.howToUse.title}
					>
						<ol className="grid list-decimal gap-2 pl-[1.5em] print:gap-[.1rem] print:text-[9.5pt]">
							{words.howToUse.steps.map((step) => (
								<li className="marker:text-accent-ink marker:font-semibold" key={step}>
									{step}
								</li>
							))}
						</ol>
					</CollapsibleSection>
				</section>
			</div>
			<WeekFields planner={planner} words={words} />
			<PlannerTable planner={planner} words={words} />
			<div className="screen-only mt-8 grid max-w-read gap-2">
				<p className="font-semibold">
					{words.labels.progress}: {completed} out of {rowCount}
				</p>
				<ProgressBar label={words.labels.progress} value={completed} max={Math.max(rowCount, 1)} />
				<p role="status" className="text-soft">
					{planner.isKept
						? KEPT[sync]
						: 'This browser doesn’t let us save anything, or its storage is full. Print or download your plan before you leave.'}
				</p>
			</div>
			<LookBackFields planner={planner} words={words} />
			<WeeksPlot held={planner.weeks} words={words} />
			<PrintReflection words={words} plan={planner.plan} />
			<WeeklyPlan planner={planner} words={words} days={days} goals={goals} tips={tips} />
		</div>
	)
}
