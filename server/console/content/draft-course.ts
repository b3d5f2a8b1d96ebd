import { countNoun } from '#domain/reading/count-noun.ts'

import { newLesson, newModule } from './new-file-template.ts'

/** Matches marked sample text, which the author must replace. */
export const SAMPLE_TEXT_PATTERN = /^Sample \w+/

const print = (value: unknown) => `${JSON.stringify(value, null, '\t')}\n`

/** @param course.owner the course that includes this one; empty for none */
export const composeSampleCourse = ({ title, moduleId, owner }: { title: string; moduleId: number; owner: string }): string =>
	print({
		title,
		description: 'Sample text: what this course teaches, in a sentence.',
		...(owner !== '' && { belongsTo: owner }),
		certificate: { passPercent: 60, sittings: 1, pauseMinutes: 30 },
		modules: [
			{
				id: moduleId,
				title: 'First Module',
				description: 'Sample text: what this module teaches, in a sentence.',
				skills: [],
				duration: '1 hour',
				minutes: 60,
				requires: null,
			},
		],
	})

type NewModule = {
	moduleId: number
	title: string
	minutes: string
	back: { label: string; href: string }
	lesson: { id: string; title: string }
}

/** Returns a publishable module with one lesson. */
export function composeSampleModule({ moduleId, title, minutes, back, lesson }: NewModule): string {
	const words = JSON.parse(newModule(moduleId)) as { completion: object }
	return print({
		...words,
		title,
		details: [{ label: 'Time frame', value: countNoun(Number(minutes), 'minute') }],
		sections: [lesson],
		startButtonLabel: 'Start the Module',
		completion: {
			...words.completion,
			stepTitle: 'Module Complete',
			title: 'Module complete',
			text: 'You reached the end of this module.',
			completeButtonLabel: 'Complete Module',
			next: back,
			back,
			nextPreview: { title: 'What comes next', text: 'The course page shows the other modules.' },
		},
	})
}

/** Returns a new lesson: a marked sample text, without steps, task and check. */
export const composeSampleLesson = (title: string, duration: string): string =>
	`${newLesson(title, duration)}Sample text: write the lesson here.\n`
