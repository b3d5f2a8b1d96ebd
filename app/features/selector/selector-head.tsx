import { Button } from '#app/ui/button.tsx'
import { CollapsibleSection } from '#app/ui/collapsible-section.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import type { SelectorContent } from '#content/schema/selector.ts'

import type { WorksheetPaper } from './worksheet.tsx'

const STEP =
	'[counter-increment:step] before:block before:text-(length:--text-2xl) before:leading-[1.2] before:font-semibold before:text-accent-ink before:content-[counter(step)]'

type SelectorHeadProps = {
	selector: SelectorContent
	/** Null while the sliders are shown. */
	worksheet: WorksheetPaper | null
	hasAnswers: boolean
	onPrint: (paper: WorksheetPaper) => void
	onLeaveWorksheet: () => void
}

export function SelectorHead({ selector, worksheet, hasAnswers, onPrint, onLeaveWorksheet }: SelectorHeadProps) {
	return (
		<>
			<div className="page grid items-end gap-x-12 gap-y-8 pt-12 pb-12 lg:grid-cols-[minmax(0,42rem)_1fr]">
				<div className="grid gap-5">
					<h1 className="text-4xl">{selector.title}</h1>
					<p className="text-lg">{selector.intro}</p>
					<ul className="screen-only flex flex-wrap gap-y-1 gap-x-6 font-semibold">
						{selector.facts.map((fact) => (
							<li key={fact} className="before:mr-[.6rem] before:inline-block before:size-[.7rem] before:rounded-[50%] before:bg-sun">
								{fact}
							</li>
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
				<SpritePicture name="six-ways" className="screen-only w-full max-w-120 justify-self-end max-lg:hidden" />
			</div>
			<section className="screen-only border-y-2 border-ink bg-sunk pt-10 pb-12 folded:py-4" aria-label={selector.quickStart.title}>
				<div className="page">
					<CollapsibleSection head={<h2>{selector.quickStart.title}</h2>} name={selector.quickStart.title}>
						<ol className="mt-7 grid gap-x-10 gap-y-7 [counter-reset:step] md:grid-cols-2 lg:grid-cols-4">
							{selector.quickStart.steps.map(({ title, text }) => (
								<li key={title} className={STEP}>
									<h3>{title}</h3>
									<p>{text}</p>
								</li>
							))}
						</ol>
					</CollapsibleSection>
				</div>
			</section>
		</>
	)
}
