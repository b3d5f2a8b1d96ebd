import { type ReactNode, useRef } from 'react'

import { Button, LinkButton } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import type { PlanTask, TrialQuiz } from '#content/schema/free-trial.ts'
import type { TrialType } from '#domain/quiz/trial-quiz.ts'

import { planItemKey, useTrial } from './trial-record.ts'

type ActionPlanProps = {
	quiz: TrialQuiz
	type: TrialType
	/** Passed in, because a feature can't import the planner. */
	onPlanWeek: (tasks: readonly PlanTask[]) => void
	/** Passed in, because a feature can't import the forms. */
	renderMail: (type: TrialType) => ReactNode
}

export function ActionPlan({ quiz, type, onPlanWeek, renderMail }: ActionPlanProps) {
	const { record, change } = useTrial()
	const heading = useRef<HTMLHeadingElement>(null)
	const { plan, labels, results } = quiz

	if (!record.hasPlan)
		return (
			<Button
				size="lg"
				className="mt-10"
				onClick={() => {
					change({ type: 'make-plan' })
					requestAnimationFrame(() => heading.current?.focus())
				}}
			>
				{labels.makePlan}
			</Button>
		)
	return (
		<section className="mt-14 border-t-2 border-ink pt-8">
			<h2 ref={heading} tabIndex={-1} className="outline-none">
				{plan.title.replace('{type}', results[type].title)}
			</h2>
			<p className="mt-3 max-w-read text-lg">{plan.intro}</p>
			<ol className="mt-6">
				{results[type].planTasks.map((task, index) => {
					const key = planItemKey(type, index)
					return (
						<li key={key} className="grid gap-x-10 gap-y-1 border-t border-line-strong py-4 lg:grid-cols-[3fr_2fr]">
							<Checkbox
								label={
									<>
										<strong className="block">{task.idea}</strong>
										{task.task}
									</>
								}
								checked={record.ticks.includes(key)}
								onChange={({ target }) => change({ type: 'tick', key, done: target.checked })}
							/>
							<dl className="grid grid-cols-[4rem_1fr] content-start gap-x-3 pl-9 lg:pl-0">
								{([plan.time, plan.tool, plan.goal] as const).map((label, at) => (
									<div key={label} className="contents">
										<dt className="text-soft">{label}</dt>
										<dd>{[task.time, task.tool, task.goal][at]}</dd>
									</div>
								))}
							</dl>
						</li>
					)
				})}
			</ol>
			<p className="mt-4 text-soft">{plan.kept}</p>
			<LinkButton className="mt-5" to={plan.planner.href} onClick={() => onPlanWeek(results[type].planTasks)}>
				{plan.planner.label}
			</LinkButton>
			{renderMail(type)}
		</section>
	)
}
