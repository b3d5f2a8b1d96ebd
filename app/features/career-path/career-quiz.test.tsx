import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import quizJson from '#content/quizzes/career-path.json'
import { CareerPathSchema, CareerQuizSchema } from '#content/schema/career-path.ts'
import tracksJson from '#content/tracks.json'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { CareerQuiz } from './career-quiz.tsx'

const quiz = CareerQuizSchema.parse(quizJson)
const words = CareerPathSchema.parse(tracksJson)
const count = quiz.questions.length

async function open() {
	const onFinish = vi.fn()
	const view = await renderElement(
		<MemoryRouter>
			<CareerQuiz quiz={quiz} words={words} incomeNote="No promise." trackPath={(id) => `/tracks/${id}`} onFinish={onFinish} />
		</MemoryRouter>,
	)
	const choose = (question: number, option: number) =>
		view.run(() => view.page.querySelectorAll('[role=radiogroup]')[question]?.querySelectorAll<HTMLElement>('input')[option]?.click())
	const titles = () => [...view.page.querySelectorAll('h3')].map(({ textContent }) => textContent)
	return { ...view, ...operatePage(view), onFinish, choose, titles }
}

afterEach(() => localStorage.clear())

test('the quiz ranks the tracks once every question is answered, says why, and is kept until it is taken again', async () => {
	const { press, choose, page, button, onFinish, titles, leave } = await open()
	await press('Take Career Path Quiz')
	expect([document.activeElement?.textContent, button('See My Ranking')?.matches(':disabled')]).toEqual([quiz.title, true])
	for (let question = 0; question < count; question++) {
		expect(page.textContent).toContain(`${question} of ${count} questions answered`)
		await choose(question, 0)
	}
	expect(page.querySelectorAll('input:checked')).toHaveLength(count)
	await press('See My Ranking')
	expect(document.activeElement?.textContent).toBe('Your Ranking')
	const [picks, first] = onFinish.mock.lastCall as [number[], string]
	expect(picks).toEqual(Array(count).fill(0))
	expect(titles()[0]).toBe(words.tracks.find(({ id }) => id === first)?.title)
	expect(page.textContent.match(/Your track/g)).toHaveLength(1)
	const points = [...page.querySelectorAll('tbody tr:last-child td')].map(({ textContent }) => Number(textContent))
	expect(points).toEqual(points.toSorted((a, b) => b - a))
	const reasons = [...page.querySelectorAll('p')].filter(({ textContent }) => textContent.startsWith('Because you said '))[0]
	expect(reasons?.textContent).toMatch(/^Because you said (\d+) × 2 = \d+ points$/)
	expect(reasons?.nextElementSibling?.textContent).toContain(quiz.questions[0]?.options[0]?.text)
	const ranking = titles()
	await leave()

	const later = await open()
	expect([later.titles(), document.activeElement?.textContent === 'Your Ranking', later.onFinish.mock.calls]).toEqual([ranking, false, []])
	await later.press('Retake Quiz')
	expect(later.page.querySelectorAll('input:checked')).toHaveLength(0)
	await later.leave()
	expect((await open()).button('Take Career Path Quiz')).toBeDefined()
})
