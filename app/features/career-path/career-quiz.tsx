import { useEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice.tsx'
import type { CareerPath, CareerQuiz as CareerQuizContent } from '#content/schema/career-path.ts'
import { rankTracks, type TrackId } from '#domain/quiz/career-path-quiz.ts'

import { CareerQuizResult } from './career-quiz-result.tsx'
import { pickedOptions, useCareerQuiz } from './use-career-quiz.ts'

type CareerQuizProps = {
	quiz: CareerQuizContent
	words: CareerPath
	incomeNote: string
	trackPath: (id: string) => string
	/** @param first the top-ranked track */
	onFinish: (picks: readonly number[], first: TrackId) => void
}

export function CareerQuiz({ quiz, words, incomeNote, trackPath, onFinish }: CareerQuizProps) {
	const { state, isReady, answered, start, pick, submit } = useCareerQuiz()
	const heading = useRef<HTMLHeadingElement>(null)
	const isAnswering = state.step === 'answering'
	useEffect(() => {
		if (isAnswering) heading.current?.focus()
	}, [isAnswering])

	if (state.step === 'closed')
		return (
			<div className="grid justify-items-start gap-4">
				<h2>{words.quizCall.title}</h2>
				<p className="max-w-read text-lg">{words.quizCall.text}</p>
				<div className="needs-js">
					<Button size="lg" onClick={start}>
						Take Career Path Quiz
					</Button>
				</div>
				<noscript>The quiz needs JavaScript. You can compare the tracks above without it.</noscript>
			</div>
		)
	if (state.step === 'result')
		return (
			<CareerQuizResult
				quiz={quiz}
				tracks={words.tracks}
				picks={state.picks}
				takesFocus={state.isFresh}
				incomeNote={incomeNote}
				trackPath={trackPath}
				onRetake={start}
			/>
		)
	return (
		<form
			className="grid max-w-read gap-10"
			onSubmit={(event) => {
				event.preventDefault()
				const picks = submit()
				const first = picks && rankTracks(pickedOptions(quiz, picks))[0]
				if (first) onFinish(picks, first.id)
			}}
		>
			<div>
				<h2 ref={heading} tabIndex={-1} className="outline-none">
					{quiz.title}
				</h2>
				<p className="mt-2 text-lg">{quiz.intro}</p>
			</div>
			{quiz.questions.map((question, index) => (
				<RadioGroup
					key={question.id}
					label={question.question}
					options={question.options.map(({ text }, option) => ({ value: String(option), label: text }))}
					value={state.picks[index]?.toString() ?? null}
					onChange={(option) => pick(index, Number(option))}
				/>
			))}
			<div className="grid justify-items-start gap-4">
				<p role="status">
					{answered} of {quiz.questions.length} questions answered
				</p>
				<Button type="submit" size="lg" disabled={!isReady}>
					See My Ranking
				</Button>
			</div>
		</form>
	)
}
