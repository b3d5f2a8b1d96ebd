import { type ReactNode, useEffect, useId, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { CHOICE_CLASSES, CHOICE_STATE_CLASSES } from '#app/ui/choice.tsx'
import { EmojiDrawing } from '#app/ui/emoji-drawing.tsx'
import type { HustlerQuiz as HustlerQuizContent, HustlerQuestion } from '#content/schema/hustler-quiz.ts'
import type { HustlerType } from '#domain/quiz/hustler-quiz.ts'

import { HustlerResult } from './hustler-result.tsx'
import { QuizIntro } from './quiz-intro.tsx'
import { useHustlerQuiz, type QuizHistory } from './use-hustler-quiz.ts'

type QuizTrailProps = {
	marks: readonly string[]
	count: number
}

function QuizTrail({ marks, count }: QuizTrailProps) {
	const position = Math.min(marks.length + 1, count)
	return (
		<div
			role="progressbar"
			aria-label="Quiz progress"
			aria-valuemin={1}
			aria-valuemax={count}
			aria-valuenow={position}
			aria-valuetext={`Question ${position} of ${count}`}
			className="flex items-center"
		>
			{Array.from({ length: count }, (_, index) => (
				<Station key={index} number={index + 1} mark={marks[index] ?? null} isCurrent={index === marks.length} />
			))}
		</div>
	)
}

function Station({ number, mark, isCurrent }: { number: number; mark: string | null; isCurrent: boolean }) {
	const look = mark ? 'border-accent bg-raised' : isCurrent ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-soft'
	const road = mark || isCurrent ? 'border-accent' : 'border-dotted border-line-strong'
	return (
		<span className={`flex items-center ${number === 1 ? '' : 'flex-1'}`} aria-hidden="true">
			{number > 1 && <span className={`flex-1 border-t-4 ${road}`} />}
			<span className={`grid size-11 place-items-center rounded-full border-[3px] font-semibold ${look}`}>{mark ?? number}</span>
		</span>
	)
}

const OPTION_LETTERS = ['A', 'B', 'C', 'D'] as const

type QuizQuestionProps = {
	title: string
	question: HustlerQuestion
	/** Letters of the answers so far. Their number is the current question's index. */
	marks: readonly string[]
	count: number
	previousLabel: string
	onAnswer: (type: HustlerType) => void
	onBack: () => void
}

function QuizQuestion({ title, question, marks, count, previousLabel, onAnswer, onBack }: QuizQuestionProps) {
	const id = useId()
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		heading.current?.focus()
		window.scrollTo({ top: 0 })
	}, [question.id])

	return (
		<div className="page py-8 lg:py-12">
			<h1 className="text-base font-semibold tracking-normal text-soft">{title}</h1>
			<div className="mt-5 max-w-[42rem]">
				<QuizTrail marks={marks} count={count} />
			</div>
			<p className="mt-8 font-semibold text-accent-ink">
				Question {marks.length + 1} of {count}
			</p>
			<h2 ref={heading} id={id} tabIndex={-1} className="mt-2 max-w-[24ch] text-3xl outline-none">
				{question.question}
			</h2>
			<div role="group" aria-labelledby={id} className="mt-8 grid gap-4 md:grid-cols-2">
				{question.options.map((option, index) => (
					<button
						key={option.text}
						type="button"
						className={`${CHOICE_CLASSES} ${CHOICE_STATE_CLASSES} min-h-24 text-left text-lg`}
						onClick={() => onAnswer(option.type)}
					>
						<span
							aria-hidden="true"
							className="grid size-11 flex-none place-items-center rounded-full border-[3px] border-accent font-semibold"
						>
							{OPTION_LETTERS[index]}
						</span>
						<span className="flex-1">{option.text}</span>
						<EmojiDrawing emoji={option.emoji} />
					</button>
				))}
			</div>
			<Button variant="quiet" className="mt-6" disabled={marks.length === 0} onClick={onBack}>
				{previousLabel}
			</Button>
		</div>
	)
}

type HustlerQuizProps = {
	quiz: HustlerQuizContent
	incomeNote: string
	purchase: ReactNode
	history: QuizHistory
}

export function HustlerQuiz({ quiz, incomeNote, purchase, history }: HustlerQuizProps) {
	const { state, result, hasActed, start, answer, back, retake } = useHustlerQuiz(quiz.questions.length, history)

	if (state.step === 'question') {
		const question = quiz.questions[state.index]
		if (!question) return null
		const marks = state.answers.map(
			(type, index) => OPTION_LETTERS[quiz.questions[index]?.options.findIndex((option) => option.type === type) ?? -1] ?? '',
		)
		return (
			<QuizQuestion
				title={quiz.title}
				question={question}
				marks={marks}
				count={quiz.questions.length}
				previousLabel={quiz.labels.previous}
				onAnswer={answer}
				onBack={back}
			/>
		)
	}
	if (result)
		return (
			<HustlerResult
				quiz={quiz}
				profile={quiz.profiles[result]}
				incomeNote={incomeNote}
				purchase={purchase}
				takesFocus={hasActed}
				onRetake={retake}
			/>
		)
	return <QuizIntro title={quiz.title} intro={quiz.intro} takesFocus={hasActed} onStart={start} />
}
