import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import type { TrialPage } from '#content/schema/free-trial.ts'
import type { HustlerQuiz } from '#content/schema/hustler-quiz.ts'

import { PanelHead } from './panel-head.tsx'
import { earnedBadges, useTrial } from './trial-record.ts'
import { tabSearch } from './trial-tab.ts'

const MISTAKES_SHOWN = 3

type TakeActionTabProps = { words: TrialPage['action']; mistakes: HustlerQuiz['commonMistakes']; purchase: ReactNode }

export function TakeActionTab({ words, mistakes, purchase }: TakeActionTabProps) {
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
