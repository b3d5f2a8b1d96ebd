import { useMemo } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { FreeTrialPage } from '#app/features/free-trial/free-trial-page.tsx'
import { ActionPlanForm } from '#app/features/leads/action-plan-form.tsx'
import { addSuggestions, type Suggestion } from '#app/features/planner/add-suggestions.ts'
import { plannerStore } from '#app/features/planner/planner-store.ts'
import { progressStore, useProgress } from '#app/features/progress/progress-store.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { findWelcomeVideo } from '#content/find-welcome-video.ts'
import type { PlanTask } from '#content/schema/free-trial.ts'
import { paths } from '#contracts/paths.ts'
import { isTrialType } from '#domain/quiz/trial-quiz.ts'

import type { Route } from './+types/free-trial.ts'

export const loader = fromContent(({ freeTrial, disclaimers, hustlerQuiz, landing, lifetimeOffer, site }) => {
	const { page, streams, quiz, ...files } = freeTrial
	return {
		page,
		streams,
		quiz,
		files,
		mistakes: hustlerQuiz.commonMistakes,
		incomeNote: disclaimers.incomeNote,
		productName: lifetimeOffer.productName,
		busyLabel: landing.upgradeCard.busyLabel,
		video: findWelcomeVideo(site.welcomeVideo, page.welcome.captionsLabel),
	}
})

/** Tabs are part of the URL; switching them doesn't need new loader data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname

export const meta = ({ loaderData: { page }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: page.title, description: page.description, path: paths.freeTrial, image: '/og/free-trial.png' })

const QUIZ = { kind: 'quiz-result', key: 'trial' } as const

const toSuggestion = ({ idea, task, time, tool, goal }: PlanTask): Suggestion => ({
	ideaName: idea,
	whatImDoing: task,
	timeNeeded: time,
	platform: tool,
	weeklyGoal: goal,
})

const readClock = () => ({ atMs: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() })

export default function FreeTrialRoute({ loaderData: { productName, busyLabel, ...content } }: Route.ComponentProps) {
	useProgressSync()
	const { entries } = useProgress()
	const kept = entries.find(({ kind, key }) => kind === QUIZ.kind && key === QUIZ.key)?.detail?.answers
	const accountAnswers = useMemo(() => (typeof kept === 'string' ? kept.split(',').filter(isTrialType) : null), [kept])
	return (
		<FreeTrialPage
			{...content}
			accountAnswers={accountAnswers}
			onQuizFinished={({ type, answers }) => progressStore.record({ ...QUIZ, done: true, detail: { type, answers: answers.join(',') } })}
			onPlanWeek={(tasks) => addSuggestions(plannerStore, tasks.map(toSuggestion), readClock())}
			renderPlanMail={(type) => <ActionPlanForm words={content.quiz.plan.mail} type={type} />}
			renderPurchase={(label) => <EnrollButton variant="secondary" productName={productName} label={label} busyLabel={busyLabel} />}
		/>
	)
}
