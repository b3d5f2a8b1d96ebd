import { Button } from '#app/ui/button.tsx'
import { Fold } from '#app/ui/fold.tsx'
import type { SelectorContent } from '#content/schema/selector.ts'

import { SixWays } from './six-ways.tsx'
import type { WorksheetPaper } from './worksheet.tsx'

type SelectorHeadProps = {
	selector: SelectorContent
	/** Null: the page shows the sliders. */
	worksheet: WorksheetPaper | null
	hasAnswers: boolean
	onPrint: (paper: WorksheetPaper) => void
	onLeaveWorksheet: () => void
}

/** Title, what to expect, the worksheet and the quick-start guide. */
export function SelectorHead({ selector, worksheet, hasAnswers, onPrint, onLeaveWorksheet }: SelectorHeadProps) {
	return (
		<>
			<div className="page grid items-end gap-x-12 gap-y-8 pt-12 pb-12 lg:grid-cols-[minmax(0,42rem)_1fr]">
				<div className="grid gap-5">
					<h1 className="text-4xl">{selector.title}</h1>
					<p className="text-lg">{selector.intro}</p>
					<ul className="selector-facts screen-only">
						{selector.facts.map((fact) => (
							<li key={fact}>{fact}</li>
						))}
					</ul>
					<div className="needs-js screen-only flex flex-wrap gap-3">
						<Button variant="secondary" onClick={() => onPrint('filled')}>
							Print Worksheet
						</Button>
						{hasAnswers && (
							<Button variant="quiet" onClick={() => onPrint('blank')}>
								Print It Blank
							</Button>
						)}
						{worksheet && (
							<Button variant="quiet" onClick={onLeaveWorksheet}>
								Back to the sliders
							</Button>
						)}
					</div>
				</div>
				<SixWays className="screen-only w-full max-w-120 justify-self-end max-lg:hidden" />
			</div>
			<section className="quick-start screen-only" aria-label={selector.quickStart.title}>
				<div className="page">
					<Fold head={<h2>{selector.quickStart.title}</h2>} name={selector.quickStart.title}>
						<ol>
							{selector.quickStart.steps.map(({ title, text }) => (
								<li key={title}>
									<h3>{title}</h3>
									<p>{text}</p>
								</li>
							))}
						</ol>
					</Fold>
				</div>
			</section>
		</>
	)
}
