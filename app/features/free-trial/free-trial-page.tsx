import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { WelcomeVideo } from '#content/find-welcome-video.ts'
import type { PlanTask, Streams, TrialPage, TrialQuiz } from '#content/schema/free-trial.ts'
import type { HustlerQuiz } from '#content/schema/hustler-quiz.ts'
import type { TrialType } from '#domain/quiz/trial-quiz.ts'

import { QuizPanel, type FinishedQuiz } from './quiz-panel.tsx'
import { StreamsPanel } from './streams-panel.tsx'
import { TakeActionTab } from './take-action-tab.tsx'
import { TemplatesPanel, type TrialFiles } from './templates-panel.tsx'
import { readTab, TRIAL_TABS, type TrialTab, tabSearch } from './trial-tab.ts'
import { WelcomePanel } from './welcome-panel.tsx'

/**
 * Keeps the open tab in the URL. The first render always shows the first tab, because server-rendered HTML doesn't depend on the query. If
 * a link inside a panel opens another tab, that tab gets the focus.
 */
function useTrialTab() {
	const [search] = useSearchParams()
	const isHydrated = useHydrated()
	const navigate = useNavigate()
	const tab = readTab(isHydrated ? search.get('tab') : null)
	const frame = useRef<HTMLDivElement>(null)

	useEffect(() => {
		const open = frame.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
		const list = open?.parentElement
		// On phones the tabs are one row that scrolls sideways.
		if (open && list) list.scrollLeft = open.offsetLeft - list.offsetLeft - 24
		if (document.activeElement?.closest('[role=tabpanel][hidden]')) open?.focus()
	}, [tab])

	const openTab = (next: TrialTab) => {
		if (next !== tab) void navigate({ search: tabSearch(next) }, { preventScrollReset: true })
	}
	return { tab, openTab, frame }
}

type FreeTrialPageProps = {
	page: TrialPage
	streams: Streams
	quiz: TrialQuiz
	files: TrialFiles
	mistakes: HustlerQuiz['commonMistakes']
	incomeNote: string
	video: WelcomeVideo | null
	accountAnswers: readonly TrialType[] | null
	onQuizFinished: (quiz: FinishedQuiz) => void
	onPlanWeek: (tasks: readonly PlanTask[]) => void
	renderPlanMail: (type: TrialType) => ReactNode
	/** Passed in, because a feature can't import the checkout. */
	renderPurchase: (label: string) => ReactNode
}

export function FreeTrialPage({ page, streams, quiz, files, renderPurchase, ...rest }: FreeTrialPageProps) {
	const { tab, openTab, frame } = useTrialTab()
	const { incomeNote } = rest
	const panels: Record<TrialTab, ReactNode> = {
		intro: <WelcomePanel words={page.welcome} video={rest.video} />,
		streams: <StreamsPanel words={streams} incomeNote={incomeNote} purchase={renderPurchase(streams.upgrade.label)} />,
		templates: (
			<TemplatesPanel
				{...files}
				words={page.templates}
				downloadToast={page.downloadToast}
				purchase={renderPurchase(page.templates.unlockLabel)}
			/>
		),
		quiz: (
			<QuizPanel
				quiz={quiz}
				incomeNote={incomeNote}
				accountAnswers={rest.accountAnswers}
				onFinished={rest.onQuizFinished}
				onPlanWeek={rest.onPlanWeek}
				renderPlanMail={rest.renderPlanMail}
			/>
		),
		action: <TakeActionTab words={page.action} mistakes={rest.mistakes} purchase={renderPurchase(page.action.purchaseLabel)} />,
	}
	return (
		<div className="page pt-6 pb-20">
			<LinkButton to={page.backLink.href} variant="quiet" className="-ml-1.5">
				{page.backLink.label}
			</LinkButton>
			<h1 className="mt-4">{page.title}</h1>
			<p className="mt-4 max-w-read text-lg">{page.intro}</p>
			<div ref={frame} className="mt-8">
				<Tabs
					label={page.tabsLabel}
					tabs={TRIAL_TABS.map((id) => ({ id, label: page.tabs[id], panel: panels[id] }))}
					selected={tab}
					onSelect={(id) => openTab(readTab(id))}
				/>
			</div>
		</div>
	)
}
