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
