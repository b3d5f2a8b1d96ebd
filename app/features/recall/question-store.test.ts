import { afterEach, expect, test } from 'vitest'

import { QuestionStore } from './question-store.ts'

const KEY = 'launchway_recall_questions'
const QUESTION = { id: 'sign', question: 'Which?', options: ['a', 'b'], correct: 1, explanation: 'So.' }
const OTHER = { ...QUESTION, id: 'other' }
const lesson = (...questions: (typeof QUESTION)[]) => [{ moduleId: 1, lessonId: 'costs', questions }]

afterEach(() => localStorage.clear())

test('stored questions survive a reload, and ones the server omits are removed', () => {
	const store = new QuestionStore(() => '')
	store.add('1/costs', QUESTION)
	store.add('1/costs', OTHER)
	store.add('1/costs', QUESTION)
	expect(new QuestionStore(() => '').read()).toEqual({ '1/costs': [OTHER, QUESTION] })
	expect(store.read()).toBe(store.read())
	store.add('2/first-sale', QUESTION)
	store.add('3/pricing', QUESTION)
	store.takeAnswer(['1/costs', '2/first-sale'], lesson(OTHER))
	expect(store.read()).toEqual({ '1/costs': [OTHER], '2/first-sale': [], '3/pricing': [QUESTION] })
})

test('questions read before sign-in stay, and another account sees none and leaves none', () => {
	let owner = ''
	const store = new QuestionStore(() => owner)
	store.add('1/costs', QUESTION)
	owner = 'ana'
	store.add('2/first-sale', OTHER)
	expect(Object.keys(store.read())).toEqual(['1/costs', '2/first-sale'])
	owner = 'ben'
	expect(store.read()).toEqual({})
	store.add('1/intro', OTHER)
	expect([Object.keys(store.read()), localStorage.getItem(KEY)!.includes('first-sale')]).toEqual([['1/intro'], false])
})

test.each([
	'',
	'{',
	'null',
	'{"owner":"","lessons":[]}',
	'{"owner":7,"lessons":{}}',
	...[
		{ ...QUESTION, correct: 2 },
		{ ...QUESTION, correct: 0.5 },
		{ ...QUESTION, options: 'ab' },
		{ ...QUESTION, options: [1, 2] },
		{ ...QUESTION, question: 'x'.repeat(5000) },
		{ ...QUESTION, explanation: { html: '<b>' } },
		null,
	].map((question) => JSON.stringify({ owner: '', lessons: { '1/costs': [question], '2/x': 3 } })),
])('the unreadable stored value %s is ignored', (raw) => {
	localStorage.setItem(KEY, raw)
	const store = new QuestionStore(() => '')
	expect(Object.values(store.read()).flat()).toEqual([])
	store.add('1/intro', QUESTION)
	expect(new QuestionStore(() => '').read()['1/intro']).toEqual([QUESTION])
})
