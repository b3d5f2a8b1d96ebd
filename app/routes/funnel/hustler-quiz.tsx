import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { HustlerQuiz } from '#app/features/quiz/hustler-quiz.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { disclaimers, hustlerQuiz, landing, lifetimeOffer } from '#content/public.server.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/hustler-quiz.ts'

export const loader = () => ({
	quiz: hustlerQuiz,
	incomeNote: disclaimers.incomeNote,
	productName: lifetimeOffer.productName,
	busyLabel: landing.pricing.busyLabel,
})

export const meta = ({ loaderData }: Route.MetaArgs) =>
	pageMeta({
		title: loaderData.quiz.title,
		description: loaderData.quiz.intro.text,
		path: paths.hustlerQuiz,
		image: '/og/hustler-quiz.png',
	})

export default function HustlerQuizRoute({ loaderData }: Route.ComponentProps) {
	useProgressSync()
	const { quiz, incomeNote, productName, busyLabel } = loaderData
	return (
		<HustlerQuiz
			quiz={quiz}
			incomeNote={incomeNote}
			purchase={<EnrollButton productName={productName} label={quiz.labels.purchase} busyLabel={busyLabel} />}
		/>
	)
}
