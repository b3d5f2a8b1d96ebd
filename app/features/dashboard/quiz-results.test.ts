import { expect, test } from 'vitest'

import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { checkResults, listToolResults } from './quiz-results.ts'

const result = (key: string, type: unknown): ProgressEntry => ({
	kind: 'quiz-result',
	key,
	done: true,
	changedAt: 1,
	detail: { type: type as string },
})
const titles = { hustler: { builder: 'The Builder' }, 'income-selector': { freelance: 'Freelance Services' } }

test.each([
	{ what: 'a result', entry: result('hustler', 'builder'), found: 'The Builder' },
	{ what: 'a result of an older build', entry: result('hustler', 'pirate'), found: null },
	{ what: 'a malformed result', entry: result('hustler', 7), found: null },
	{ what: 'no result', entry: result('income-selector', 'freelance'), found: null },
])('$what of the hustler quiz is shown as $found', ({ entry, found }) => {
	expect(listToolResults([entry], titles)[0]).toEqual({ name: 'Hustler quiz', result: found, href: '/hustler-quiz' })
})

const modules = [
	{
		id: 1,
		sections: [
			{ id: 'intro', title: 'Intro', lessonId: null },
			{ id: 'value', title: 'Value Mapping', lessonId: 'value-mapping' },
		],
	},
]
const check = (key: string, detail?: ProgressEntry['detail']): ProgressEntry => ({
	kind: 'lesson-quiz',
	key,
	done: true,
	changedAt: 1,
	detail,
})

test('checks taken are listed with their best score and link to their section', () => {
	expect(checkResults([check('1/value-mapping', { score: 2, total: 3 })], modules)).toEqual([
		{ name: 'Value Mapping', result: '2 out of 3', href: '/course/module1?section=value' },
	])
})

test.each([check('1/value-mapping'), check('1/value-mapping', { score: 'two', total: 3 }), check('1/retired', { score: 1, total: 1 })])(
	'a check result that can’t be shown is left out: %j',
	(entry) => expect(checkResults([entry], modules)).toEqual([]),
)
