import { loadEdited } from '#content/loaded.server.ts'
import { readShipped } from '#content/read-sources.server.ts'

/** Number of the first module of the second course; the one after it is gated by it. */
export const SHEETS = { course: 'spreadsheets', modules: [21, 22], template: 'sheet-kit' } as const

export const PRODUCTS = {
	main: 'Digital Income Mastery - Lifetime Access',
	sheets: 'Spreadsheets for Sellers',
	both: 'Everything',
	oneModule: 'First Formulas Alone',
} as const

/** Words that occur in no other text, so that a test notices a leak. */
export const SECRET_OF_SHEETS = 'A formula begins with an equals sign and ends with a result'

const lesson = (title: string) => `---
title: ${title}
duration: 20 minutes
difficulty: Beginner
steps:
  - Open a sheet
examples: []
task:
  title: One sheet
  description: Make one.
  timeEstimate: 10 minutes
  deliverable: A sheet
quiz:
  - id: begins
    question: How does a formula begin?
    options: [With an equals sign, With a word]
    correct: 0
    explanation: The equals sign.
resources: []
---

## ${title}

${SECRET_OF_SHEETS}.

\`\`\`recall
id: begins
question: How does a formula begin?
options: [With an equals sign, With a word]
correct: 0
explanation: The equals sign.
\`\`\`
`

const module = (id: number, title: string) => ({
	id,
	title,
	subtitle: 'A sheet that counts for you.',
	details: [{ label: 'Time frame', value: '1 hour' }],
	outcomes: ['Add up a column'],
	sections: [
		{ id: 'welcome', title: 'Welcome', summary: 'What this module is about.' },
		{ id: 'formulas', title: 'Formulas', summary: 'The first one.' },
	],
	comingSoon: 'Section Content Coming Soon',
	roadmapTitle: 'Module Roadmap',
	roadmap: [],
	downloadIds: [],
	startButtonLabel: 'Start',
	overviewDownload: null,
	downloadToast: { title: 'Download Started', description: '{title}', variant: 'default' },
	completion: {
		stepTitle: 'Done',
		title: 'Done',
		text: 'That was it.',
		achievements: ['A sheet'],
		completeButtonLabel: 'Complete Module',
		next: { label: 'Back to the course', href: '/courses/spreadsheets' },
		back: { label: 'Back to the course', href: '/courses/spreadsheets' },
		nextPreview: { title: 'More', text: 'More sheets.' },
		earlyAccess: null,
		feedback: null,
	},
})

const course = {
	title: 'Spreadsheets for Sellers',
	description: 'Two short modules after which a sheet does your sums.',
	certificate: { passPercent: 100, sittings: 1, pauseMinutes: 30 },
	modules: [
		{
			id: 21,
			title: 'First Formulas',
			description: 'Add, subtract and compare.',
			skills: ['Formulas'],
			duration: '1 hour',
			minutes: 60,
			requires: null,
			templateSlugs: [SHEETS.template],
		},
		{ id: 22, title: 'Monthly Numbers', description: 'A month on one sheet.', skills: [], duration: '1 hour', minutes: 60, requires: 21 },
	],
}

const document = `---
title: Sheet Kit
summary: Three empty sheets to start with.
kind: worksheet
formats: [pdf]
access: paid
group: template
order: 900
contents:
  - Three sheets
  - A list of formulas
language: en
version: '1.0'
date: 2026-11-20
---
Fill in the first row, then the second. Each row is one sale: the day, the customer, what was sold, the price and what it cost you. At the
end of the week the last line says what is left.

## Before you begin

- Choose one currency and stay with it.
- Write down a sale on the day it happens.
- Keep the receipts in one folder, with the number of the row.
`

const file = JSON.parse(readShipped().get('offers.json') ?? '') as { offers: object[]; discountCodes: object[] }

const offer = (code: string, productName: string, amountCents: number, contains: object) => ({
	...file.offers[0],
	code,
	productName,
	programName: productName,
	description: `${productName}, for one payment.`,
	amountCents,
	regularAmountCents: amountCents * 2,
	whatYouGet: ['The lessons'],
	benefits: ['The lessons'],
	commonQuestions: [{ question: 'Was my card charged?', answer: 'No.' }],
	contains,
})

const json = (value: unknown) => JSON.stringify(value, null, '\t')

/** Content that sells a second course next to the first, both to buyers only. */
export const twoCourseEdits: ReadonlyMap<string, string> = new Map([
	['courses/spreadsheets.json', json(course)],
	['course/module-21/module.json', json(module(21, 'First Formulas'))],
	['course/module-22/module.json', json(module(22, 'Monthly Numbers'))],
	['course/module-21/lessons/formulas.md', lesson('Formulas')],
	['course/module-22/lessons/formulas.md', lesson('Formulas of a month')],
	[`documents/${SHEETS.template}.md`, document],
	[
		'offers.json',
		json({
			...file,
			accessPolicy: 'enrolled',
			offers: [
				file.offers[0],
				offer('spreadsheets', PRODUCTS.sheets, 2900, { courses: [SHEETS.course], modules: [] }),
				offer('everything', PRODUCTS.both, 6900, { courses: ['main', SHEETS.course], modules: [] }),
				offer('first-formulas', PRODUCTS.oneModule, 1900, { courses: [], modules: [21] }),
			],
		}),
	],
])

export const loadTwoCourses = () => loadEdited(twoCourseEdits)

/** Loads the same academy, but with the second course as a part of the first. */
export const loadOwnedCourse = () =>
	loadEdited(new Map([...twoCourseEdits, ['courses/spreadsheets.json', json({ ...course, belongsTo: 'main' })]]))
