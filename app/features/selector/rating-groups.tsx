import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { Slider } from '#app/ui/slider.tsx'
import type { SelectorCategoryContent } from '#content/schema/selector.ts'
import { isRating, type Rating, type SelectorAnswers, type SelectorQuestionId } from '#domain/selector/selector-questions.ts'

type RatingGroupsProps = {
	categories: readonly SelectorCategoryContent[]
	answers: SelectorAnswers
	onRate: (id: SelectorQuestionId, rating: Rating) => void
}

/** The sixteen questions in their five groups, each with a slider. */
export function RatingGroups({ categories, answers, onRate }: RatingGroupsProps) {
	return categories.map((category, index) => (
		<NumberedSection key={category.id} number={String(index + 1)} label={`of ${categories.length}`}>
			<h2>{category.label}</h2>
			<p className="mt-2 max-w-read text-lg">{category.intro}</p>
			<div className="rating-list mt-8 grid gap-10">
				{category.questions.map((question) => {
					const id = question.id as SelectorQuestionId // the content's schema requires exactly these ids
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
							onChange={(value) => {
								if (isRating(value)) onRate(id, value)
							}}
						/>
					)
				})}
			</div>
		</NumberedSection>
	))
}
