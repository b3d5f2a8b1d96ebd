import type { RefObject } from 'react'

import { CheckedList } from '#app/ui/checked-list.tsx'
import type { TrialQuiz, TrialResult } from '#content/schema/free-trial.ts'

type QuizResultProps = { quiz: TrialQuiz; result: TrialResult; incomeNote: string; heading: RefObject<HTMLHeadingElement | null> }

export function QuizResult({ quiz: { labels }, result, incomeNote, heading }: QuizResultProps) {
	return (
		<>
			<div className="bg-spruce p-7 text-on-spruce lg:p-10">
				<p className="font-semibold">{labels.yourType}</p>
				<h2 ref={heading} tabIndex={-1} className="mt-2 text-3xl outline-none">
					{result.title}
				</h2>
				<p className="mt-4 max-w-read text-lg">{result.description}</p>
			</div>
			<div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-2">
				<section>
					<h3>{labels.strengths}</h3>
					<CheckedList items={result.strengths} className="mt-4 gap-3" />
				</section>
				<section>
					<h3>{labels.idealIncomeStreams}</h3>
					<ol className="mt-4 border-t-2 border-ink">
						{result.idealIncomeStreams.map((stream, index) => (
							<li key={stream} className="flex items-baseline gap-5 border-b border-line-strong py-2">
								<span className="font-semibold text-accent-ink tabular-nums" aria-hidden="true">
									{index + 1}
								</span>
								{stream}
							</li>
						))}
					</ol>
				</section>
				<section>
					<h3>{labels.quickStartPlan}</h3>
					<ol className="mt-4 grid list-decimal gap-2 pl-6 marker:font-semibold marker:text-accent-ink">
						{result.quickStartPlan.map((step) => (
							<li key={step}>{step}</li>
						))}
					</ol>
				</section>
				<div className="grid content-start gap-8">
					<section>
						<h3>{labels.earningPotential}</h3>
						<p className="mt-2 text-xl font-semibold text-accent-ink">{result.earningPotential}</p>
						<p className="mt-1 text-soft">{incomeNote}</p>
					</section>
					<section>
						<h3>{labels.perfectFor}</h3>
						<p className="mt-2">{result.perfectFor}</p>
					</section>
				</div>
			</div>
		</>
	)
}
