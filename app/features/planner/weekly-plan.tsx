import { Button } from '#app/ui/button.tsx'
import { CollapsibleSection } from '#app/ui/collapsible-section.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { TrialTemplate } from '#content/schema/free-trial.ts'
import type { PlannerWords } from '#content/schema/planner.ts'
import { isBlankRow, MAX_WEEK_ROWS, visibleRows } from '#domain/planner/planner-week.ts'

import type { Planner } from './use-planner.ts'

type WeeklyPlanProps = {
	planner: Planner
	words: PlannerWords
	days: TrialTemplate['sections']
	goals: TrialTemplate['goals']
	tips: readonly string[]
}

export function WeeklyPlan({ planner, words, days, goals, tips }: WeeklyPlanProps) {
	const { plan } = words
	return (
		<div className="screen-only mt-[clamp(3rem,6vw,5rem)] grid gap-[clamp(3rem,6vw,5rem)]">
			<section aria-labelledby="planner-days">
				<h2 id="planner-days">{plan.title}</h2>
				<p className="mt-3 max-w-read text-lg">{plan.intro}</p>
				<ol className="grid gap-y-8 gap-x-12 mt-8 md:grid-cols-2 lg:grid-cols-3">
					{days.map((day) => (
						<li key={day.title} className="grid content-start justify-items-start gap-[.6rem] border-t-2 border-accent pt-4">
							<Day day={day} planner={planner} words={words} />
						</li>
					))}
				</ol>
			</section>
			<section aria-labelledby="planner-goals">
				<h2 id="planner-goals">{words.goals.title}</h2>
				<div className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
					{goals.map(({ level, goals: list }) => (
						<div key={level}>
							<CollapsibleSection head={<h3 className="mb-3">{level}</h3>} name={level}>
								<Points items={list} />
							</CollapsibleSection>
						</div>
					))}
				</div>
			</section>
			<section aria-labelledby="planner-tips">
				<CollapsibleSection head={<h2 id="planner-tips">{words.tips.title}</h2>} name={words.tips.title}>
					<Points items={tips} className="mt-5 max-w-read" />
				</CollapsibleSection>
			</section>
		</div>
	)
}

const Points = ({ items, className = '' }: { items: readonly string[]; className?: string }) => (
	<ul className={`grid list-[square] gap-2 pl-[1.25em] ${className}`}>
		{items.map((item) => (
			<li key={item} className="marker:font-semibold marker:text-accent-ink">
				{item}
			</li>
		))}
	</ul>
)

function Day({ day, planner, words }: Pick<WeeklyPlanProps, 'planner' | 'words'> & { day: TrialTemplate['sections'][number] }) {
	function use() {
		const rows = visibleRows(planner.plan)
		if (rows.length >= MAX_WEEK_ROWS && !rows.some(isBlankRow))
			return toast({ title: 'The table is full', description: `A week can have at most ${MAX_WEEK_ROWS} rows.`, variant: 'destructive' })
		planner.change({
			type: 'add',
			id: planner.newRowId(),
			cells: { ideaName: day.idea, whatImDoing: day.tasks.join('\n'), timeNeeded: day.time, weeklyGoal: day.resultToTrack },
		})
		return toast({ title: `${day.title} is in your table`, description: day.idea })
	}

	const heading = `${day.title}: ${day.idea}`
	return (
		<CollapsibleSection head={<h3>{heading}</h3>} name={heading}>
			<p className="text-soft">
				{words.plan.time}: {day.time}
			</p>
			<p className="sr-only">{words.plan.tasks}</p>
			<Points items={day.tasks} />
			<p>
				<b className="font-semibold">{words.plan.result}:</b> {day.resultToTrack}
			</p>
			<Button variant="quiet" aria-label={`${words.labels.useDay}: ${day.title}`} onClick={use}>
				{words.labels.useDay}
			</Button>
		</CollapsibleSection>
	)
}
