import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

import { countStep } from '#app/lib/cookie-choice.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { RadioGroup, Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import type { PlanTask, TrialQuiz, TrialResult } from '#content/schema/free-trial.ts'
import { scoreTrialQuiz, type TrialType } from '#domain/quiz/trial-quiz.ts'

import { PanelHead } from './panel-head.tsx'
import { countAnswers, type TrialRecord, useTrial, planItemKey } from './trial-record.ts'

type ActionPlanProps = {
	quiz: TrialQuiz
	type: TrialType
	/** Passed in, because a feature can't import the planner. */
	onPlanWeek: (tasks: readonly PlanTask[]) => void
	/** Passed in, because a feature can't import the forms. */
	renderMail: (type: TrialType) => ReactNode
}

function ActionPlan({ quiz, type, onPlanWeek, renderMail }: ActionPlanProps) {
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

type QuizResultProps = { quiz: TrialQuiz; result: TrialResult; incomeNote: string; heading: RefObject<HTMLHeadingElement | null> }

function QuizResult({ quiz: { labels }, result, incomeNote, heading }: QuizResultProps) {
	return (
		<>
			<div className="bg-spruce p-7 text-on-spruce lg:p-10">
				<p className="font-semibold">{labels.yourType}</p>
				<h2 ref={heading} tabIndex={-1} className="mt-2 text-3xl outline-none">
					{result.title}
				</h2>
				<p className="mt-4 max-w-read text-lg">{result.description}</p>
			</div>
			<div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-2">
				<section>
					<h3>{labels.strengths}</h3>
					<CheckedList items={result.strengths} className="mt-4 gap-3" />
				</section>
				<section>
					<h3>{labels.idealIncomeStreams}</h3>
					<ol className="mt-4 border-t-2 border-ink">
						{result.idealIncomeStreams.map((stream, index) => (
							<li key={stream} className="flex items-baseline gap-5 border-b border-line-strong py-2">
								<span className="font-semibold text-accent-ink tabular-nums" aria-hidden="true">
									{index + 1}
								</span>
								{stream}
							</li>
						))}
					</ol>
				</section>
				<section>
					<h3>{labels.quickStartPlan}</h3>
					<ol className="mt-4 grid list-decimal gap-2 pl-6 marker:font-semibold marker:text-accent-ink">
						{result.quickStartPlan.map((step) => (
							<li key={step}>{step}</li>
						))}
					</ol>
				</section>
				<div className="grid content-start gap-8">
					<section>
						<h3>{labels.earningPotential}</h3>
						<p className="mt-2 text-xl font-semibold text-accent-ink">{result.earningPotential}</p>
						<p className="mt-1 text-soft">{incomeNote}</p>
					</section>
					<section>
						<h3>{labels.perfectFor}</h3>
						<p className="mt-2">{result.perfectFor}</p>
					</section>
				</div>
			</div>
		</>
	)
}

export type FinishedQuiz = { type: TrialType; answers: readonly TrialType[] }

type QuizPanelProps = {
	quiz: TrialQuiz
	incomeNote: string
	accountAnswers: readonly TrialType[] | null
	onFinished: (quiz: FinishedQuiz) => void
	onPlanWeek: (tasks: readonly PlanTask[]) => void
	renderPlanMail: (type: TrialType) => ReactNode
}

export function QuizPanel({ quiz, incomeNote, accountAnswers, onFinished, onPlanWeek, renderPlanMail }: QuizPanelProps) {
	const { record, change } = useTrial()
	const heading = useRef<HTMLHeadingElement>(null)
	const questionIds = quiz.questions.map(({ id }) => id)
	const answered = countAnswers(record, questionIds)
	const type = scoreTrialQuiz(readAnswers(record, questionIds))

	useEffect(() => {
		if (accountAnswers?.length !== quiz.questions.length) return
		const pairs = quiz.questions.map(({ id }, index) => [id, accountAnswers[index]] as const)
		change({ type: 'restore', answers: Object.fromEntries(pairs) as Record<string, TrialType> }) // safe: the lengths are equal
	}, [accountAnswers, quiz.questions, change])

	function report(next: TrialRecord) {
		const answers = readAnswers(next, questionIds)
		if (!next.hasResult) return
		onFinished({ type: scoreTrialQuiz(answers), answers })
		countStep('quiz')
	}

	const questions = quiz.questions.map((question) => (
		<RadioGroup<TrialType>
			key={question.id}
			label={question.question}
			options={question.options.map((option) => ({ value: option.type, label: option.text }))}
			value={record.answers[question.id] ?? null}
			onChange={(value) => report(change({ type: 'answer', questionId: question.id, value }))}
		/>
	))

	if (record.hasResult)
		return (
			<>
				<QuizResult quiz={quiz} result={quiz.results[type]} incomeNote={incomeNote} heading={heading} />
				<ActionPlan quiz={quiz} type={type} onPlanWeek={onPlanWeek} renderMail={renderPlanMail} />
				<div className="mt-12 max-w-read">
					<Disclosure summary={quiz.labels.yourAnswers}>
						<div className="grid gap-10 pt-2">{questions}</div>
					</Disclosure>
				</div>
			</>
		)
	return (
		<>
			<PanelHead title={quiz.title} intro={quiz.intro} />
			<noscript>
				<p className="mt-4 font-semibold">The result needs JavaScript because your browser calculates it.</p>
			</noscript>
			<form
				className="mt-8 grid items-start gap-x-14 gap-y-10 lg:grid-cols-2"
				onSubmit={(event) => {
					event.preventDefault()
					report(change({ type: 'show-result', questionIds }))
					requestAnimationFrame(() => heading.current?.focus())
				}}
			>
				{questions}
				<div className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:col-span-2">
					<Button type="submit" size="lg" disabled={answered < questionIds.length}>
						{quiz.labels.submit}
					</Button>
					<p role="status" className="text-soft">
						{quiz.labels.answered.replace('{answered}', String(answered)).replace('{total}', String(questionIds.length))}
					</p>
				</div>
			</form>
		</>
	)
}

const readAnswers = ({ answers }: TrialRecord, questionIds: readonly string[]) =>
	questionIds.map((id) => answers[id]).filter((answer) => answer !== undefined)
