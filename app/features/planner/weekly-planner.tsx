import { ProgressBar } from '#app/ui/progress-bar.tsx'
import type { TrialTemplate } from '#content/schema/free-trial.ts'
import type { PlannerWords } from '#content/schema/planner.ts'
import { countCompleted } from '#domain/planner/planner-week.ts'

import { PlannerActions } from './planner-actions.tsx'
import type { PlannerSyncState } from './planner-sync.ts'
import { PlannerTable } from './planner-table.tsx'
import { PrintReflection } from './print-reflection.tsx'
import { usePlannerSync } from './use-planner-sync.ts'
import { usePlanner } from './use-planner.ts'
import { WeekFields } from './week-fields.tsx'
import { WeeklyPlan } from './weekly-plan.tsx'

type WeeklyPlannerProps = {
	words: PlannerWords
	days: TrialTemplate['sections']
	goals: TrialTemplate['goals']
	tips: readonly string[]
}

const KEPT: Record<PlannerSyncState, string> = {
	idle: 'Kept in this browser. Signed in, it is kept in your account too.',
	syncing: 'Kept in this browser. Your account is being brought up to date.',
	synced: 'Kept in this browser and in your account.',
	'nearly-full':
		'Kept in this browser and in your account. Your account is nearly full: take rows out of old weeks before there is no room for new ones.',
	waiting: 'Kept in this browser. It goes to your account when the server can be reached.',
	full: 'Kept in this browser only: your account is full. Take rows out of old weeks, and this one is saved to your account as well.',
	refused: 'Kept in this browser. This week is too long for your account: shorten it, or take rows out.',
}

/** /weekly-planner (spec B §2; DECISIONS, Learning area). */
export function WeeklyPlanner({ words, days, goals, tips }: WeeklyPlannerProps) {
	const planner = usePlanner()
	const sync = usePlannerSync()
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
					<h2 id="planner-how">{words.howToUse.title}</h2>
					<ol>
						{words.howToUse.steps.map((step) => (
							<li key={step}>{step}</li>
						))}
					</ol>
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
						: 'This browser does not let us store anything, or its storage is full: print or download your plan before you leave.'}
				</p>
			</div>
			<PrintReflection words={words} completed={completed} rowCount={rowCount} />
			<WeeklyPlan planner={planner} words={words} days={days} goals={goals} tips={tips} />
		</div>
	)
}
