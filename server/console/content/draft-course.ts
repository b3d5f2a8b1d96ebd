import { coursePath } from '#contracts/course-paths.ts'

import { newModule } from './begin-file.ts'

export const FIRST_LESSON = 'first-lesson'

type NewCourse = { id: string; title: string; moduleId: number }

const print = (value: unknown) => `${JSON.stringify(value, null, '\t')}\n`

export const draftCourse = ({ title, moduleId }: Omit<NewCourse, 'id'>): string =>
	print({
		title,
		description: `What ${title} teaches, in a sentence.`,
		certificate: { passPercent: 60, sittings: 1, pauseMinutes: 30 },
		modules: [
			{
				id: moduleId,
				title: 'First Module',
				description: 'What this module teaches, in a sentence.',
				skills: [],
				duration: '1 hour',
				minutes: 60,
				requires: null,
			},
		],
	})

/** A module with one section that can be published as it is; the words say what to write in their place. */
export function draftModule({ id, moduleId }: Omit<NewCourse, 'title'>): string {
	const back = { label: 'Back to the Course', href: coursePath(id) }
	const words = JSON.parse(newModule(moduleId)) as { completion: object }
	return print({
		...words,
		title: 'First Module',
		subtitle: 'What the learner can do after this module.',
		details: [{ label: 'Time frame', value: '1 hour' }],
		outcomes: ['One thing that the learner can do afterwards'],
		sections: [{ id: FIRST_LESSON, title: 'First Lesson', summary: 'What this lesson is about.' }],
		startButtonLabel: 'Start the Module',
		completion: {
			...words.completion,
			stepTitle: 'Module Complete',
			title: 'Module complete',
			text: 'You reached the end of this module.',
			achievements: ['What the learner has now'],
			completeButtonLabel: 'Complete Module',
			next: back,
			back,
			nextPreview: { title: 'What comes next', text: 'The course page shows the other modules.' },
		},
	})
}

export const draftLesson = (): string => `---
title: First Lesson
duration: 20 minutes
difficulty: Beginner
steps:
  - A first step that the learner ticks off
examples: []
task:
  title: A small task
  description: What to do after reading.
  timeEstimate: 20 minutes
  deliverable: What the learner has afterwards
quiz:
  - id: first_question
    question: What is this lesson about?
    options:
      - The right answer
      - A wrong answer
    correct: 0
    explanation: Why the first answer is right.
resources: []
---

## A first part

Write the lesson here.
`
