import type { ReactNode } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { PointList } from '#app/ui/point-list.tsx'
import type { Landing } from '#content/schema/landing.ts'

export function Benefits({ words }: { words: Landing['benefits'] }) {
	return (
		<>
			<h2 className="text-3xl">{words.title}</h2>
			<p className="mt-4 max-w-read text-lg">{words.intro}</p>
			<PointList items={words.items} />
		</>
	)
}

export function TrialOffer({ words }: { words: Landing['freeTrial'] }) {
	return (
		<section className="bg-spruce text-on-spruce">
			<div className="page grid items-center gap-x-16 gap-y-8 py-14 lg:grid-cols-[6fr_5fr]">
				<div>
					<h2 className="text-3xl">{words.title}</h2>
					<p className="mt-4 text-lg">{words.text}</p>
				</div>
				<div>
					<CheckedList items={words.includes} tick="" />
					<LinkButton variant="secondary" className="mt-7" to={words.button.href}>
						{words.button.label}
					</LinkButton>
				</div>
			</div>
		</section>
	)
}

const TONES = { 'Active Now': 'sun', 'Early Access': 'good', 'Coming Soon': 'plain' } as const

export function CareerProgram({ words }: { words: Landing['pricing']['careerProgram'] }) {
	return (
		<div className="mt-10 grid gap-x-12 gap-y-6 lg:grid-cols-[5fr_6fr]">
			<div>
				<h3>{words.title}</h3>
				<p className="mt-3">{words.text}</p>
				<LinkButton variant="secondary" className="mt-6" to={words.button.href}>
					{words.button.label}
				</LinkButton>
			</div>
			<ol className="border-t-2 border-ink">
				{words.modules.map((module, index) => (
					<li key={module.title} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line-strong py-3">
						<span>
							<span className="mr-3 font-semibold text-accent-ink tabular-nums" aria-hidden="true">
								{index + 1}
							</span>
							{module.title}
						</span>
						<Badge tone={TONES[module.status]}>{module.status}</Badge>
					</li>
				))}
			</ol>
		</div>
	)
}

export function OfferQuestions({ words }: { words: Landing['questions'] }) {
	return (
		<>
			<h2 className="mb-5 text-3xl">{words.title}</h2>
			{words.items.map(({ question, answer }) => (
				<Disclosure key={question} name="offer-questions" summary={question}>
					<p className="max-w-read">{answer}</p>
				</Disclosure>
			))}
		</>
	)
}

type OfferHeroProps = {
	words: Pick<Landing, 'hero' | 'whatYouGet' | 'upgradeCard'>
	showsTrial: boolean
	/** Passed in, because a feature can't import the claims feature. */
	figures: ReactNode
	/** Passed in, because a feature can't import the checkout. */
	purchase: ReactNode
}

export function OfferHero({ words, showsTrial, figures, purchase }: OfferHeroProps) {
	const { hero, whatYouGet, upgradeCard } = words
	return (
		<div className="page grid gap-x-16 gap-y-12 pt-10 pb-14 lg:grid-cols-[7fr_5fr] lg:pt-16 lg:pb-20">
			<div>
				<p className="font-semibold text-accent-ink">{hero.eyebrow}</p>
				<h1 className="mt-3 text-4xl">{hero.title}</h1>
				<p className="mt-6 max-w-[38rem] text-lg">{hero.subtitle}</p>
				<p className="mt-8 flex flex-wrap gap-4">
					{showsTrial && (
						<LinkButton size="lg" to={hero.trialButton.href}>
							{hero.trialButton.label}
						</LinkButton>
					)}
					<a href="#pricing" className="btn btn-quiet btn-lg">
						See the price
					</a>
				</p>
				<div className="mt-12">{figures}</div>
			</div>
			<div className="grid content-start gap-8">
				<section className="border-t-2 border-ink pt-5">
					<h2>{whatYouGet.title}</h2>
					<CheckedList items={whatYouGet.items} className="mt-4 gap-3" />
				</section>
				<section className="bg-sun p-7 text-on-sun">
					<h2>{upgradeCard.title}</h2>
					<p className="mt-3 mb-6">{upgradeCard.text}</p>
					{purchase}
				</section>
			</div>
		</div>
	)
}
