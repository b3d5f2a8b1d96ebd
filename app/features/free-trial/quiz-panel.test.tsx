import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import quizJson from '#content/free-trial/quiz.json'
import { TrialQuizSchema } from '#content/schema/free-trial.ts'
import type { TrialType } from '#domain/quiz/trial-quiz.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { QuizPanel } from './quiz-panel.tsx'

const quiz = TrialQuizSchema.parse(quizJson)
const { labels, plan, results } = quiz
const count = quiz.questions.length

async function open(accountAnswers: readonly TrialType[] | null = null) {
	vi.stubGlobal('requestAnimationFrame', (step: () => void) => setTimeout(step))
	const told = { onFinished: vi.fn(), onPlanWeek: vi.fn() }
	const element = (answers: readonly TrialType[] | null) => (
		<MemoryRouter>
			<QuizPanel
				quiz={quiz}
				incomeNote="No promise."
				accountAnswers={answers}
				renderPlanMail={(type) => <p>Mail for {type}</p>}
				{...told}
			/>
		</MemoryRouter>
	)
	const view = await renderElement(element(accountAnswers))
	const choose = (question: number, type: TrialType) =>
		view.run(() => view.page.querySelectorAll('[role=radiogroup]')[question]?.querySelector<HTMLElement>(`input[value=${type}]`)?.click())
	return { ...view, ...operatePage(view), ...told, choose, receive: (answers: readonly TrialType[]) => view.show(element(answers)) }
}

afterEach(() => localStorage.clear())

const answered = (number: number) => labels.answered.replace('{answered}', String(number)).replace('{total}', String(count))
const all = (type: TrialType) => Array<TrialType>(count).fill(type)

test('the result is shown once every question is answered, and reported with the answers', async () => {
	const { choose, press, button, page, onFinished, until } = await open()
	for (let question = 0; question < count; question++) {
		expect([page.textContent.includes(answered(question)), button(labels.submit)?.matches(':disabled')]).toEqual([true, true])
		await choose(question, 'marketer')
	}
	expect([onFinished.mock.calls, page.textContent.includes(labels.yourType)]).toEqual([[], false])
	await press(labels.submit)
	await until(() => expect(document.activeElement?.textContent).toBe(results.marketer.title))
	expect(onFinished.mock.calls).toEqual([[{ type: 'marketer', answers: all('marketer') }]])
	expect(page.textContent).toContain('No promise.')
})

test('changing an answer under the result changes it and reports it again', async () => {
	const { choose, onFinished, page } = await open(all('creator'))
	expect(page.querySelector('h2')?.textContent).toBe(results.creator.title)
	for (let question = 0; question < count; question++) await choose(question, 'analyst')
	expect(page.querySelector('h2')?.textContent).toBe(results.analyst.title)
	expect(onFinished.mock.calls.at(-1)).toEqual([{ type: 'analyst', answers: all('analyst') }])
})

test('the plan appears when it is asked for, its ticks stay, and its tasks go to the planner', async () => {
	const { press, page, run, onPlanWeek, until, button } = await open(all('creator'))
	const boxes = () => [...page.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
	expect([boxes(), page.textContent.includes('Mail for creator')]).toEqual([[], false])
	await press(labels.makePlan)
	await until(() => expect(document.activeElement?.textContent).toBe(plan.title.replace('{type}', results.creator.title)))
	expect([boxes().length, page.textContent.includes('Mail for creator'), button(labels.makePlan)]).toEqual([
		results.creator.planTasks.length,
		true,
		undefined,
	])
	await run(() => boxes()[1]?.click())
	expect(boxes().map(({ checked }) => checked)).toEqual(results.creator.planTasks.map((_task, index) => index === 1))
	await run(() => boxes()[1]?.click())
	expect(boxes().some(({ checked }) => checked)).toBe(false)
	await press(plan.planner.label)
	expect(onPlanWeek.mock.calls).toEqual([[results.creator.planTasks]])
})

test.each([
	{ name: 'arrive later', early: 0, answers: all('analyst'), title: results.analyst.title },
	{ name: 'arrive after an answer here', early: 1, answers: all('analyst'), title: quiz.title },
	{ name: 'are of another edition', early: 0, answers: all('analyst').slice(1), title: quiz.title },
])('answers of the account that $name show: $title', async ({ early, answers, title }) => {
	const { choose, receive, page } = await open()
	if (early > 0) await choose(0, 'creator')
	await receive(answers)
	expect(page.querySelector('h2')?.textContent).toBe(title)
})
