import type { ReactNode } from 'react'

import type { HustlerQuiz as HustlerQuizContent } from '#content/schema/hustler-quiz.ts'

import { HustlerResult } from './hustler-result.tsx'
import { QuizIntro } from './quiz-intro.tsx'
import { OPTION_LETTERS, QuizQuestion } from './quiz-question.tsx'
import { useHustlerQuiz, type QuizHistory } from './use-hustler-quiz.ts'

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
