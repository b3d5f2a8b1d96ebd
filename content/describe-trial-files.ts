import type { DownloadSource } from './schema/download.ts'
import type { TrialTemplate, TrialWorksheet } from './schema/free-trial.ts'

type DocumentSource = Extract<DownloadSource, { kind: 'document' }>

const toTick = (text: string) => `[ ] ${text}`

/** Returns the free trial's weekly planner as a fillable document: seven days, goals and tips. */
export function describeTemplate({ id, title, description, sections, goals, successTips }: TrialTemplate): DocumentSource {
	return {
		kind: 'document',
		type: 'template',
		id,
		document: 'weekly-planner-pack.pdf',
		title,
		description,
		intro: [description, 'Week of: ______________   Focus area: ______________________________'],
		sections: [
			...sections.map((day) => ({
				heading: `${day.title}: ${day.idea} (${day.time})`,
				lines: [...day.tasks.map(toTick), `Result to track: ${day.resultToTrack}: ______`],
			})),
			...goals.map(({ level, goals: lines }) => ({ heading: `Weekly goals: ${level}`, lines: lines.map(toTick) })),
			{ heading: 'Success tips', lines: successTips.map((tip) => `- ${tip}`) },
		],
	}
}

/** Returns the free trial's worksheet as a document: each question with five boxes, then the scoring guide. */
export function describeWorksheet({ id, title, description, howTo, categories, scoringGuide }: TrialWorksheet): DocumentSource {
	return {
		kind: 'document',
		type: 'doc',
		id,
		document: 'income-selector-worksheet.pdf',
		title,
		description,
		intro: howTo,
		sections: [
			...categories.map((category) => ({
				heading: category.title,
				lines: category.questions.flatMap((question) => [
					question.question,
					`  ${question.description}`,
					'  [ ] 1  [ ] 2  [ ] 3  [ ] 4  [ ] 5',
					'',
				]),
			})),
			...scoringGuide.map((guide) => ({
				heading: `Scoring guide: ${guide.stream}`,
				lines: [
					guide.description,
					`Matching traits: ${guide.matchingTraits.join('; ')}`,
					`Time to income: ${guide.timeToIncome}`,
					`Ideal for: ${guide.idealFor}`,
					...guide.startingSteps.map(toTick),
				],
			})),
			{
				heading: 'Before you decide',
				lines: [
					'Times to income show what is possible, not what is usual, and results are not typical. Most beginners earn nothing in their first weeks.',
				],
			},
		],
	}
}
