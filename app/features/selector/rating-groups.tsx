import { useState } from 'react'

import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Slider } from '#app/ui/slider.tsx'
import type { SelectorCategoryContent } from '#content/schema/selector.ts'
import {
	countAnswers,
	isRating,
	SELECTOR_QUESTION_IDS,
	type Rating,
	type SelectorAnswers,
	type SelectorQuestionId,
} from '#domain/selector/selector-questions.ts'

type RatingGroupsProps = {
	categories: readonly SelectorCategoryContent[]
	answers: SelectorAnswers
	onRate: (id: SelectorQuestionId, rating: Rating) => void
}

export function RatingGroups({ categories, answers, onRate }: RatingGroupsProps) {
	return (
		<>
			{categories.map((category, index) => (
				<NumberedSection key={category.id} isShort number={String(index + 1)} label={`of ${categories.length}`}>
					<RatingGroup category={category} answers={answers} onRate={onRate} />
				</NumberedSection>
			))}
			<AnsweredBar answers={answers} />
		</>
	)
}

function RatingGroup({ category, answers, onRate }: Omit<RatingGroupsProps, 'categories'> & { category: SelectorCategoryContent }) {
	const [isExplained, setExplained] = useState(false)
	return (
		<>
			<h2>{category.label}</h2>
			<button
				type="button"
				className="absolute -top-[.35rem] right-(--gutter) hidden min-h-11 font-semibold underline decoration-accent decoration-2 underline-offset-[.22em] folded:block"
				aria-expanded={isExplained}
				aria-label={`Explain the questions about ${category.label}`}
				onClick={() => setExplained(!isExplained)}
			>
				Explain
			</button>
			<p className="mt-2 max-w-read text-lg">{category.intro}</p>
			<div className="mt-8 grid gap-10 max-lg:mt-5 max-lg:gap-5">
				{category.questions.map((question) => {
					const id = question.id as SelectorQuestionId // the content's schema requires exactly these IDs
					return (
						<Slider
							key={id}
							label={question.question}
							hint={question.description}
							ends={[question.low, question.high]}
							min={1}
							max={5}
							value={answers[id] ?? null}
							{...(answers[id] && { valueText: `${answers[id]} of 5` })}
							withSteps
							isHintFolded={!isExplained}
							onChange={(value) => {
								if (isRating(value)) onRate(id, value)
							}}
						/>
					)
				})}
			</div>
		</>
	)
}

/** Progress bar at the bottom of narrow screens. Hidden from screen readers, because the count next to the buttons is announced. */
function AnsweredBar({ answers }: { answers: SelectorAnswers }) {
	const count = countAnswers(answers)
	const total = SELECTOR_QUESTION_IDS.length
	return (
		<div className="answered-bar sticky bottom-0 z-5 hidden grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-t-2 border-ink bg-ground px-[clamp(1.125rem,4vw,2.5rem)] py-[.6rem] font-semibold tabular-nums folded:grid">
			<ProgressBar label="Questions answered" value={count} max={total} />
			<span aria-hidden="true">
				{count} / {total}
			</span>
		</div>
	)
}
