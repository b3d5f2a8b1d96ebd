import { Callout } from '#app/ui/callout.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import type { HustlerProfile, HustlerQuiz } from '#content/schema/hustler-quiz.ts'
import { HUSTLER_TYPES } from '#domain/quiz/hustler-quiz.ts'

export function ResultPlan({ quiz, profile, incomeNote }: { quiz: HustlerQuiz; profile: HustlerProfile; incomeNote: string }) {
	const { labels } = quiz
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-14 lg:col-start-1 lg:row-start-1">
			<section>
				<h3>{labels.earningPotential}</h3>
				<p className="mt-2 text-2xl font-semibold text-accent-ink">{profile.earningPotential}</p>
				<p className="mt-2 text-soft">{incomeNote}</p>
				<h3 className="mt-8">{labels.perfectFor}</h3>
				<p className="mt-2">{profile.perfectFor}</p>
			</section>
			<section>
				<h3>{labels.strengths}</h3>
				<CheckedList items={profile.strengths} className="mt-4 gap-x-8 gap-y-3 sm:grid-cols-2" />
			</section>
			<section>
				<h3>{labels.bestIncomeStreams}</h3>
				<ol className="mt-4 border-t-2 border-ink">
					{profile.bestIncomeStreams.map((stream, index) => (
						<li key={stream} className="flex items-baseline gap-5 border-b border-line-strong py-3">
							<span className="text-xl font-semibold text-accent-ink tabular-nums" aria-hidden="true">
								{index + 1}
							</span>
							<span className="text-lg">{stream}</span>
						</li>
					))}
				</ol>
			</section>
			<section>
				<h3>{labels.quickStartPlan}</h3>
				<ol className="mt-5">
					{profile.quickStartPlan.map((step) => (
						<PlanStep key={step} step={step} />
					))}
				</ol>
				<div className="mt-2">
					<Callout title={labels.quickStartTip}>
						<p>{profile.quickStartTip}</p>
					</Callout>
				</div>
			</section>
			<section>
				<h3 className="mb-3">{labels.mistakes}</h3>
				{quiz.commonMistakes.map(({ mistake, solution, why }) => (
					<Disclosure key={mistake} name="mistakes" summary={mistake}>
						<p>
							<strong>{labels.mistakeFix}:</strong> {solution}
						</p>
						<p className="mt-2 text-soft">
							<strong>{labels.mistakeWhy}:</strong> {why}
						</p>
					</Disclosure>
				))}
				<blockquote className="mt-10 text-xl italic">{quiz.quotes[HUSTLER_TYPES.indexOf(profile.type) % quiz.quotes.length]}</blockquote>
			</section>
		</div>
	)
}

/** Renders a step such as `Days 2-3: make one small piece`, with the days as its label. */
function PlanStep({ step }: { step: string }) {
	const [, days, task] = /^([^:]{1,16}):\s*(.+)$/.exec(step) ?? [null, null, step]
	return (
		<li className="relative grid gap-x-6 border-l-4 border-dotted border-line-strong pb-6 pl-7 last:border-transparent sm:grid-cols-[7rem_1fr]">
			<span className="absolute top-1 -left-[0.7rem] size-5 rounded-full border-4 border-accent bg-ground" aria-hidden="true" />
			{days && <span className="font-semibold">{days}</span>}
			<span>{task}</span>
		</li>
	)
}
