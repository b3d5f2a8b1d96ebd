import { useEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { RadioGroup } from '#app/ui/choice.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse, LessonResponse } from '#contracts/course.ts'

import { type CheckAnswers, type KnowledgeCheckProblem, useKnowledgeCheck } from './use-knowledge-check.ts'

type QuizResultProps = {
	questions: LessonResponse['quiz']
	answers: CheckAnswers
	result: GradeLessonQuizResponse
	onRetake: () => void
}

export function QuizResult({ questions, answers, result, onRetake }: QuizResultProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<div className="grid max-w-read gap-8">
			<div role="status">
				<h3 ref={heading} tabIndex={-1} className="outline-none">
					You scored {result.score} out of {result.total}
				</h3>
			</div>
			<ol className="grid gap-8">
				{questions.map((question, index) => {
					const graded = result.results[index]
					const chosen = question.options[answers[index] ?? -1]
					if (!graded) return null
					return (
						<li
							key={question.id}
							className="grid gap-2 border-l-6 border-line-strong pl-5 data-[right=true]:border-spruce-ink"
							data-right={graded.isCorrect}
						>
							<p className="text-lg font-semibold">{question.question}</p>
							<p className={graded.isCorrect ? 'flex gap-2 text-spruce-ink' : 'flex gap-2 text-danger-ink'}>
								<span className="mt-1">
									<Icon name={graded.isCorrect ? 'check' : 'close'} />
								</span>
								<span>
									<b>{graded.isCorrect ? 'Correct' : 'Not correct'}.</b> Your answer: {chosen}
								</span>
							</p>
							<p>
								<b>Correct answer:</b> {question.options[graded.correctIndex]}
							</p>
							<p className="text-soft">{graded.explanation}</p>
						</li>
					)
				})}
			</ol>
			<div>
				<Button variant="secondary" onClick={onRetake}>
					Retake Quiz
				</Button>
			</div>
		</div>
	)
}

export type BestScore = { score: number; total: number }

type KnowledgeCheckProps = {
	questions: LessonResponse['quiz']
	waiting: Parameters<typeof useKnowledgeCheck>[0]['waiting']
	grade: (request: GradeLessonQuizRequest) => Promise<GradeLessonQuizResponse>
	onGraded: (result: GradeLessonQuizResponse) => void
	best: BestScore | null
}

const PROBLEMS: Record<KnowledgeCheckProblem, { title: string; text: string }> = {
	offline: {
		title: 'You seem to be offline',
		text: 'Your answers are kept on this device. They’ll be sent when you open a module page online.',
	},
	refused: { title: 'Your answers couldn’t be checked', text: 'They’re still here. Please try again in a moment.' },
}

export function KnowledgeCheck({ questions, waiting, grade, onGraded, best }: KnowledgeCheckProps) {
	const { state, isReady, choose, submit, retake } = useKnowledgeCheck({ questionCount: questions.length, waiting, grade, onGraded })
	const heading = useRef<HTMLHeadingElement>(null)
	const problem = state.step === 'answering' ? state.problem : null

	if (state.step === 'completed')
		return (
			<QuizResult
				questions={questions}
				answers={state.answers}
				result={state.result}
				onRetake={() => {
					retake()
					// The clicked button is removed with the result, so focus moves to the heading of the questions.
					requestAnimationFrame(() => heading.current?.focus())
				}}
			/>
		)

	return (
		<form
			className="grid max-w-read gap-10"
			onSubmit={(event) => {
				event.preventDefault()
				void submit()
			}}
		>
			<div>
				<h3 ref={heading} tabIndex={-1} className="outline-none">
					Knowledge Check
				</h3>
				<p className="mt-2 text-soft">
					{questions.length} questions, one answer each. You’ll see the explanations after you submit.
					{best && ` Best score so far: ${best.score} out of ${best.total}.`}
				</p>
			</div>
			{questions.map((question, index) => (
				<RadioGroup
					key={question.id}
					label={question.question}
					options={question.options.map((label, option) => ({ value: String(option), label }))}
					value={state.answers[index]?.toString() ?? null}
					onChange={(option) => choose(index, Number(option))}
				/>
			))}
			{problem && (
				<Alert title={PROBLEMS[problem].title}>
					<p>{PROBLEMS[problem].text}</p>
				</Alert>
			)}
			<div>
				<Button type="submit" disabled={!isReady && state.step !== 'submitting'} pending={state.step === 'submitting'}>
					Submit Answers
				</Button>
			</div>
		</form>
	)
}
