import { type AccountState, useAccountSync } from '#app/lib/records/use-account-sync.ts'
import { Fold } from '#app/ui/fold.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import type { TrialTemplate } from '#content/schema/free-trial.ts'
import type { PlannerWords } from '#content/schema/planner.ts'
import { EMPTY_LOOK_BACK } from '#domain/planner/look-back.ts'
import { countCompleted, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { formatMoney } from '#domain/pricing/money.ts'

import { plannerSync } from './planner-account.ts'
import { PlannerActions } from './planner-actions.tsx'
import { PlannerTable } from './planner-table.tsx'
import { usePlanner } from './use-planner.ts'
import { LookBackFields, WeekFields } from './week-fields.tsx'
import { WeeklyPlan } from './weekly-plan.tsx'
import { WeeksPlot } from './weeks-plot.tsx'

function PrintReflection({ words, plan }: { words: PlannerWords; plan: PlannerWeek }) {
	const { completed, rowCount } = countCompleted(plan)
	const { hours, earnedCents } = plan.lookBack ?? EMPTY_LOOK_BACK
	const noted = [hours === null ? '' : String(hours), earnedCents === null ? '' : formatMoney(earnedCents, 'USD')]
	const { reflection, tracker } = words
	return (
		<div className="print-only planner-paper">
			<section>
				<h2>{reflection.title}</h2>
				{reflection.questions.map((question) => (
					<div key={question} className="planner-answer">
						<h3>{question}</h3>
						<span />
						<span />
					</div>
				))}
			</section>
			<section>
				<h2>{tracker.title}</h2>
				<p className="planner-line">
					<b>{tracker.tasks}:</b> {completed} out of {rowCount}
				</p>
				{tracker.fields.map((label, index) => (
					<p key={label} className="planner-line">
						<b>{label}:</b> <span>{noted[index]}</span>
					</p>
				))}
				<p className="planner-line">
					<b>{tracker.confidence}:</b> <span /> {tracker.confidenceScale}
				</p>
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
	waiting: 'Saved in this browser. We will save it to your account once we can reach the server.',
	full: 'Saved in this browser only, because your account is full. Delete rows from old weeks to save this one to your account too.',
	refused: 'Saved in this browser only. This week is too long for your account: shorten it or delete some rows.',
}

export function WeeklyPlanner({ words, days, goals, tips }: WeeklyPlannerProps) {
	const planner = usePlanner()
	const sync = useAccountSync(plannerSync)
	const { completed, rowCount } = countCompleted(planner.plan)
	return (
		<div className="page planner">
			<div className="planner-head">
				<div className="grid content-start gap-5">
					<h1 className="text-4xl print:text-2xl">{words.title}</h1>
					<p className="screen-only max-w-read text-lg">{words.intro}</p>
					<PlannerActions plan={planner.plan} words={words} />
				</div>
				<section aria-labelledby="planner-how" className="planner-how">
					<Fold head={<h2 id="planner-how">{words.howToUse.title}</h2>} name={words.howToUse.title}>
						<ol>
							{words.howToUse.steps.map((step) => (
								<li className="marker:text-accent-ink marker:font-semibold" key={step}>
									{step}
								</li>
							))}
						</ol>
					</Fold>
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
						: 'This browser does not let us save anything, or its storage is full. Print or download your plan before you leave.'}
				</p>
			</div>
			<LookBackFields planner={planner} words={words} />
			<WeeksPlot held={planner.weeks} words={words} />
			<PrintReflection words={words} plan={planner.plan} />
			<WeeklyPlan planner={planner} words={words} days={days} goals={goals} tips={tips} />
		</div>
	)
}
