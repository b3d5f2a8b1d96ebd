import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { HustlerQuiz } from '#app/features/quiz/hustler-quiz.tsx'
import type { QuizHistory } from '#app/features/quiz/use-hustler-quiz.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/hustler-quiz.ts'

export const loader = fromContent(({ disclaimers, hustlerQuiz, landing, lifetimeOffer }) => ({
	quiz: hustlerQuiz,
	incomeNote: disclaimers.incomeNote,
	productName: lifetimeOffer.productName,
	busyLabel: landing.pricing.busyLabel,
}))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: loaderData.quiz.title,
		description: loaderData.quiz.intro.text,
		path: paths.hustlerQuiz,
		image: '/og/hustler-quiz.png',
	})

/** Implements `QuizHistory` with the router, with a history entry per question. Server-rendered HTML has no state. */
function useQuizHistory(): QuizHistory {
	const location = useLocation()
	const navigate = useNavigate()
	const isAlive = useHydrated()
	const push: QuizHistory['push'] = useCallback((state) => void navigate('.', { state, preventScrollReset: true }), [navigate])
	return { place: isAlive ? (location.state as unknown) : null, push, back: () => void navigate(-1) }
}

export default function HustlerQuizRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const history = useQuizHistory()
	const { quiz, incomeNote, productName, busyLabel } = loaderData
	return (
		<HustlerQuiz
			quiz={quiz}
			history={history}
			incomeNote={incomeNote}
			purchase={<EnrollButton productName={productName} label={quiz.labels.purchase} busyLabel={busyLabel} />}
		/>
	)
}
