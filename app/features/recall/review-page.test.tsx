import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import type { RecallQuestion } from '#contracts/recall.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { questionStore } from './question-store.ts'
import { recallStore } from './recall-store.ts'
import { ReviewPage } from './review-page.tsx'

const DAY = 86_400_000
const NOW = Date.now()
const question = (id: string): RecallQuestion => ({
	id,
	question: `Which ${id}?`,
	options: ['wrong', 'right'],
	correct: 1,
	explanation: 'So.',
})
const LESSONS = [
	{ name: '1/costs', title: 'Costs', href: '/course/module1' },
	{ name: '1/prices', title: 'Prices', href: '/course/module1?section=prices' },
]

/** IDs of the lesson's questions that the server knows. */
let known: string[] = []
const answer = async () => Response.json({ lessons: [{ moduleId: 1, lessonId: 'costs', questions: known.map(question) }] })
const fetched = vi.fn(answer)

/** The stores are global: clearing storage resets them. */
afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
	recallStore.view()
	questionStore.read()
	fetched.mockReset().mockImplementation(answer)
})

type Answered = Record<string, { step: number; answeredAt: number }>

async function open(answered: Answered, isOpen = true, prices: Answered = {}) {
	vi.stubGlobal('fetch', fetched)
	localStorage.setItem(
		'launchway_recall',
		JSON.stringify({
			version: 1,
			owner: '',
			books: {
				'': {
					memories: [
						{ moduleId: 1, lessonId: 'costs', questions: answered },
						...(Object.keys(prices).length > 0 ? [{ moduleId: 1, lessonId: 'prices', questions: prices }] : []),
					],
					unsent: [],
				},
			},
		}),
	)
	recallStore.view()
	const shown = await renderElement(
		<MemoryRouter>
			<ReviewPage
				lessons={LESSONS}
				modules={[{ id: 1, title: 'Module 1' }]}
				mayRead={() => isOpen}
				completed={new Set()}
				sync="idle"
				isKnown
			/>
		</MemoryRouter>,
	)
	await shown.run(() => vi.waitFor(() => expect(shown.page.textContent).not.toContain('Loading')))
	const press = (name: string) =>
		shown.run(() => [...shown.page.querySelectorAll('button')].find((each) => each.textContent?.startsWith(name))?.click())
	return { ...shown, press, text: () => shown.page.textContent }
}
const due = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, { step: 1, answeredAt: NOW - 4 * DAY }]))

test('a review asks one question at a time, shows the result, and says when the next one is', async () => {
	known = ['a', 'b']
	const { page, press, text, leave } = await open({ ...due(['a', 'b']), later: { step: 3, answeredAt: NOW } })
	expect(text()).toContain('2 questions are due, about 1 minute.')
	expect(text()).toContain('You remember 1 of 3.')
	await press('Start')
	expect(document.activeElement).toBe(page.querySelector('.recall-choice'))
	expect(text()).toContain('Question 1 of 2')
	await press('right')
	expect(text()).toContain('Right. So.We’ll ask again on')
	await press('Next Question')
	expect([document.activeElement, text()]).toEqual([page.querySelector('.recall-choice'), expect.stringContaining('Question 2 of 2')])
	await press('wrong')
	await press('Finish')
	expect(document.activeElement?.textContent).toBe('1 of 2 known')
	expect([...page.querySelectorAll('li a')].map((link) => link.textContent)).toEqual(['Costs'])
	expect(text()).toContain('You remember 2 of 3.')
	await leave()
})

test.each([
	['one is missed', ['wrong', 'right'], '1 of 2 known', ['Costs']],
	['both are missed', ['wrong', 'wrong'], '0 of 2 known', ['Costs', 'Prices']],
	['none is missed', ['right', 'right'], '2 of 2 known', []],
])('after a review of two lessons, those with missed questions are suggested for reading: %s', async (_what, answers, result, again) => {
	known = ['a']
	fetched.mockImplementation(async () =>
		Response.json({ lessons: ['costs', 'prices'].map((lessonId) => ({ moduleId: 1, lessonId, questions: known.map(question) })) }),
	)
	const { page, press, text, leave } = await open(due(['a']), true, due(['a']))
	await press('Start')
	await press(answers[0] ?? '')
	await press('Next Question')
	await press(answers[1] ?? '')
	await press('Finish')
	expect(document.activeElement?.textContent).toBe(result)
	expect([...page.querySelectorAll('li a')].map((link) => link.textContent)).toEqual(again)
	expect(text().includes('To reread the lessons first')).toBe(again.length > 0)
	await leave()
})

test('questions removed from the course aren’t counted, and a review has at most twelve', async () => {
	const ids = Array.from({ length: 15 }, (_, index) => `q-${index}`)
	known = ids.slice(0, 14)
	const { press, text, leave } = await open(due(ids))
	expect(text()).toContain('14 questions are due, about 5 minutes.')
	expect(text()).toContain('This review asks 12 of them')
	await press('Start')
	expect(text()).toContain('Question 1 of 12')
	await leave()
})

test('exactly twelve due questions are all asked, without a note about a selection', async () => {
	known = Array.from({ length: 12 }, (_, index) => `q-${index}`)
	const { text, leave } = await open(due(known))
	expect(text()).toContain('12 questions are due')
	expect(text()).not.toContain('This review asks')
	await leave()
})

test.each([
	['nothing was answered yet', {}, true, 'Nothing to review yet.'],
	['nothing is due', { a: { step: 1, answeredAt: NOW } }, true, 'All caught up until '],
	['the module is closed', due(['a']), false, 'Nothing to review yet.'],
	['all due questions were removed from the course', due(['gone']), true, 'All caught up.'],
])('%s: %j', async (_what, answered, isOpen, words) => {
	known = ['a']
	const { text, leave } = await open(answered, isOpen)
	expect(text()).toContain(words)
	await leave()
})

test('offline, cached questions can be answered, and a message covers the rest', async () => {
	fetched.mockRejectedValue(new TypeError('offline'))
	const first = await open(due(['a']))
	expect(first.text()).toContain('The questions couldn’t be loaded')
	known = ['a']
	fetched.mockImplementation(answer)
	await first.press('Try Again')
	await first.run(() => vi.waitFor(() => expect(first.text()).toContain('Start')))
	await first.leave()
	fetched.mockRejectedValue(new TypeError('offline'))
	const again = await open(due(['a']))
	expect(again.text()).not.toContain('couldn’t be loaded')
	await again.press('Start')
	expect(again.text()).toContain('Which a?')
	await again.leave()
})
