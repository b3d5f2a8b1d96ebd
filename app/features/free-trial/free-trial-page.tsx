import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams, Link } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { WelcomeVideo } from '#content/find-welcome-video.ts'
import type { PlanTask, Streams, TrialPage, TrialQuiz } from '#content/schema/free-trial.ts'
import type { HustlerQuiz } from '#content/schema/hustler-quiz.ts'
import type { TrialType } from '#domain/quiz/trial-quiz.ts'

import { PanelHead } from './panel-head.tsx'
import { QuizPanel, type FinishedQuiz } from './quiz-panel.tsx'
import { StreamsPanel } from './streams-panel.tsx'
import { TemplatesPanel, type TrialFiles } from './templates-panel.tsx'
import { earnedBadges, useTrial } from './trial-record.ts'
import { parseTrialTab, TRIAL_TABS, type TrialTab, tabSearch } from './trial-tab.ts'
import { WelcomePanel } from './welcome-panel.tsx'

const MISTAKES_SHOWN = 3

type TakeActionTabProps = { words: TrialPage['action']; mistakes: HustlerQuiz['commonMistakes']; purchase: ReactNode }

function TakeActionTab({ words, mistakes, purchase }: TakeActionTabProps) {
	return (
		<>
			<PanelHead title={words.title} intro={words.intro} />
			<div className="mt-8 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[7fr_5fr]">
				<BadgeList words={words} />
				<div className="bg-sun p-7 text-on-sun">
					<p className="mb-6">{words.purchaseText}</p>
					{purchase}
				</div>
			</div>
			<section className="mt-14">
				<h3>{words.mistakesTitle}</h3>
				<ol className="mt-5 grid gap-x-10 gap-y-8 lg:grid-cols-3">
					{mistakes.slice(0, MISTAKES_SHOWN).map(({ mistake, solution, why }) => (
						<li key={mistake} className="border-t-2 border-ink pt-4">
							<h4 className="text-lg">{mistake}</h4>
							<p className="mt-2">
								<strong>{words.mistakeFix}:</strong> {solution}
							</p>
							<p className="mt-2 text-soft">
								<strong>{words.mistakeWhy}:</strong> {why}
							</p>
						</li>
					))}
				</ol>
			</section>
			<section className="mt-14">
				<h3>{words.nextStepsTitle}</h3>
				<ol className="mt-5">
					{words.nextSteps.map((step, index) => (
						<li key={step.title} className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-t border-line-strong py-4">
							<span className="text-xl font-semibold text-accent-ink tabular-nums" aria-hidden="true">
								{index + 1}
							</span>
							<div>
								<h4 className="text-lg">{step.title}</h4>
								<p>{step.text}</p>
								<Link className="link inline-flex min-h-11 items-center" to={step.href}>
									{step.linkLabel}
								</Link>
							</div>
						</li>
					))}
				</ol>
			</section>
		</>
	)
}

function BadgeList({ words }: { words: TrialPage['action'] }) {
	const earned = earnedBadges(useTrial().record)
	return (
		<section>
			<h3>{words.badgesTitle}</h3>
			<ul className="mt-4 border-t-2 border-ink">
				{words.badges.map((badge) => (
					<li key={badge.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line-strong py-3">
						<span>
							<span className="block font-semibold">{badge.title}</span>
							{earned.has(badge.id) ? (
								<span className="text-soft">{badge.how}</span>
							) : (
								<Link className="link inline-flex min-h-11 items-center" to={{ search: tabSearch(badge.tab) }} preventScrollReset>
									{badge.how}
								</Link>
							)}
						</span>
						<Badge tone={earned.has(badge.id) ? 'good' : 'plain'}>{earned.has(badge.id) ? words.earned : words.open}</Badge>
					</li>
				))}
			</ul>
		</section>
	)
}

/**
 * Keeps the open tab in the URL. The first render always shows the first tab, because server-rendered HTML doesn't depend on the query.
 * If a link inside a panel opens another tab, that tab gets focus.
 */
function useTrialTab() {
	const [search] = useSearchParams()
	const isHydrated = useHydrated()
	const navigate = useNavigate()
	const tab = parseTrialTab(isHydrated ? search.get('tab') : null)
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
					onSelect={(id) => openTab(parseTrialTab(id))}
				/>
			</div>
		</div>
	)
}
