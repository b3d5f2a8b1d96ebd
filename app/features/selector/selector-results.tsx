import { useEffect, useRef } from 'react'

import { Callout } from '#app/ui/callout.tsx'
import type { SelectorContent, SideHustle } from '#content/schema/selector.ts'
import { rankSideHustles, scoreCategories, type RankedSideHustle } from '#domain/selector/rank-side-hustles.ts'
import { type SelectorAnswers, SELECTOR_CATEGORIES } from '#domain/selector/selector-questions.ts'

import { Ranking } from './ranking.tsx'
import { ScoreChart } from './score-chart.tsx'

/** Chart of the six matches: a table with a bar per type, which has a segment for each group that fits. */
function MatchPlot({ ranked }: { ranked: readonly { type: SideHustle; rank: RankedSideHustle }[] }) {
	return (
		<table className="table mt-6 max-w-160 print:break-inside-avoid">
			<caption className="pb-3 text-left text-soft">How well each type suits your week. Each match adds 20%.</caption>
			<thead className="sr-only">
				<tr>
					<th scope="col">Type</th>
					<th scope="col">Match</th>
				</tr>
			</thead>
			<tbody>
				{ranked.map(({ type, rank }) => (
					<tr key={type.id}>
						<th scope="row" className="align-bottom">
							{type.name}
							<svg
								className="mt-[.3rem] block h-3 w-full print:[print-color-adjust:exact]"
								viewBox="0 0 100 6"
								preserveAspectRatio="none"
								aria-hidden="true"
								focusable="false"
							>
								{SELECTOR_CATEGORIES.map((id, index) => (
									<rect
										key={id}
										x={index * 20}
										width="19.4"
										height="6"
										fill={index < rank.fits.length ? 'var(--art-way)' : 'var(--art-field)'}
									/>
								))}
							</svg>
						</th>
						<td className="w-[1%] pr-0 text-right align-bottom text-(length:--text-lg) leading-[1.1] font-semibold tabular-nums">
							{rank.match}%
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}

type SelectorResultsProps = {
	selector: SelectorContent
	answers: SelectorAnswers
	incomeNote: string
	takesFocus: boolean
}

export function SelectorResults({ selector, answers, incomeNote, takesFocus }: SelectorResultsProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (takesFocus) heading.current?.focus()
	}, [takesFocus])

	const scores = scoreCategories(answers)
	const ranked = rankSideHustles(scores).flatMap((rank) => {
		const type = selector.types.find(({ id }) => id === rank.id)
		return type ? [{ type, rank }] : []
	})
	const first = ranked[0]
	if (!first) return null
	return (
		<section
			className="border-y-2 border-ink bg-raised py-[clamp(2.5rem,6vw,5rem)] print:break-before-page print:border-0 print:in-data-worksheet:hidden"
			aria-label="Your results"
		>
			<p className="sr-only" role="status">
				Best match: {first.type.name}, {first.rank.match}%
			</p>
			<div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_27rem]">
				<div>
					<h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
						Your Recommendations
					</h2>
					<MatchPlot ranked={ranked} />
					<Ranking selector={selector} ranked={ranked} scores={scores} />
				</div>
				<div className="lg:sticky lg:top-26 lg:self-start print:break-inside-avoid">
					<h2 className="print:text-[14pt]">Score Breakdown</h2>
					<ScoreChart categories={selector.categories} scores={scores} top={first.type} />
					<div className="mt-8">
						<Callout title="About the figures">
							<p>
								{selector.resultsNote} {incomeNote}
							</p>
						</Callout>
					</div>
				</div>
			</div>
		</section>
	)
}
