import { useEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { GradeLessonQuizResponse, LessonResponse } from '#contracts/course.ts'

import type { CheckAnswers } from './knowledge-check-state.ts'

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
