import { expect, test, vi } from 'vitest'

import type { LessonResponse } from '#contracts/course.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { LessonWork } from './lesson-work.tsx'
import { keepWaitingCheck } from './waiting-checks.ts'

vi.mock('#app/lib/backend.ts')

const body = {
	steps: ['Call', 'Ask', 'Note'],
	examples: [],
	task: { title: 'Call a customer', description: 'One.', timeEstimate: '1 hour', deliverable: 'Notes' },
	quiz: ['First?', 'Second?'].map((question, index) => ({ id: `q${index}`, question, options: [`yes ${index}`, `no ${index}`] })),
} as unknown as LessonResponse

const RESULT = {
	score: 1,
	total: 2,
	results: [
		{ isCorrect: true, correctIndex: 0, explanation: 'Because.' },
		{ isCorrect: false, correctIndex: 0, explanation: 'Why not.' },
	],
}

type Work = {
	part: 'steps' | 'task' | 'check'
	done?: number[]
	isTaskDone?: boolean
	best?: { score: number; total: number }
	answer?: () => Promise<Response>
	waiting?: number[]
}

async function open({ part, done = [], isTaskDone = false, best, waiting, answer = async () => Response.json(RESULT) }: Work) {
	localStorage.clear()
	if (waiting) keepWaitingCheck({ moduleId: 1, lessonId: 'l1' }, { attemptId: 'a1', answers: waiting })
	vi.stubGlobal('requestAnimationFrame', (step: () => void) => setTimeout(step))
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(answer)
	vi.stubGlobal('fetch', fetched)
	const told = { onStep: vi.fn(), onTask: vi.fn(), onGraded: vi.fn() }
	const record = { isStepDone: (index: number) => done.includes(index), isTaskDone, best: best ?? null, ...told }
	const view = await renderElement(
		<LessonWork part={part} body={body} lesson={{ moduleId: 1, lessonId: 'l1', completed: new Set() }} record={record as never} />,
	)
	const sent = () => fetched.mock.calls.map(([, init]) => (JSON.parse(init.body as string) as { answers: number[] }).answers)
	return { ...view, ...operatePage(view), ...told, sent }
}

test('steps show which are done, and a click on one toggles that one', async () => {
	const { page, run, onStep } = await open({ part: 'steps', done: [1] })
	const boxes = [...page.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
	expect([page.querySelector('[role=status]')?.textContent, ...boxes.map(({ checked }) => checked)]).toEqual([
		'1 of 3 done',
		false,
		true,
		false,
	])
	await run(() => boxes[2]?.click())
	await run(() => boxes[1]?.click())
	expect(onStep.mock.calls).toEqual([
		[2, true],
		[1, false],
	])
})

test.each([
	{ isTaskDone: false, status: 'Pending', label: 'Mark Task as Complete' },
	{ isTaskDone: true, status: 'Completed', label: 'Task Completed' },
])('a task that is done: $isTaskDone, can be toggled', async ({ isTaskDone, status, label }) => {
	const { page, press, onTask } = await open({ part: 'task', isTaskDone })
	expect(page.querySelector('[role=status]')?.textContent).toBe(status)
	await press(label)
	expect(onTask).toHaveBeenCalledWith(!isTaskDone)
})

const choose = ({ page, run }: Awaited<ReturnType<typeof open>>, question: number, option: number) =>
	run(() => page.querySelectorAll('[role=radiogroup]')[question]?.querySelectorAll<HTMLElement>('input')[option]?.click())

test('a check is sent when every question has an answer, and the result names the learner’s and the right answers', async () => {
	const check = await open({ part: 'check', best: { score: 1, total: 2 } })
	const { page, press, button, sees, sent, onGraded, until } = check
	expect([page.textContent.includes('Best score so far: 1 out of 2.'), page.textContent.includes('Not correct')]).toEqual([true, false])
	await choose(check, 0, 0)
	expect(button('Submit Answers')?.matches(':disabled')).toBe(true)
	await choose(check, 1, 1)
	await press('Submit Answers')
	await sees('You scored 1 out of 2')
	expect([sent(), onGraded.mock.calls]).toEqual([[[0, 1]], [[RESULT]]])
	expect(document.activeElement?.textContent).toBe('You scored 1 out of 2')
	const results = [...page.querySelectorAll('li')].map(({ textContent }) => textContent)
	expect(results).toEqual([
		'First?Correct. Your answer: yes 0Correct answer: yes 0Because.',
		'Second?Not correct. Your answer: no 1Correct answer: yes 1Why not.',
	])
	await press('Retake Quiz')
	expect(page.querySelectorAll('input:checked')).toHaveLength(0)
	await until(() => expect(document.activeElement?.textContent).toBe('Knowledge Check'))
})

test('while answers are being graded, the button is pending and sends them once', async () => {
	const check = await open({ part: 'check', answer: () => new Promise(() => {}) })
	await choose(check, 0, 0)
	await choose(check, 1, 0)
	await check.press('Submit Answers')
	expect([check.button('Submit Answers')?.getAttribute('aria-busy'), check.button('Submit Answers')?.matches(':disabled')]).toEqual([
		'true',
		false,
	])
	await check.press('Submit Answers')
	expect(check.sent()).toHaveLength(1)
})

test.each([
	{ name: 'offline', answer: () => Promise.reject(new TypeError('offline')), title: 'You seem to be offline' },
	{ name: 'refused', answer: async () => Response.json({}, { status: 422 }), title: 'Your answers couldn’t be checked' },
])('answers that were $name stay chosen, with the reason', async ({ answer, title }) => {
	const check = await open({ part: 'check', answer })
	await choose(check, 0, 1)
	await choose(check, 1, 1)
	await check.press('Submit Answers')
	await check.sees(title)
	expect(check.page.querySelectorAll('input:checked')).toHaveLength(2)
	await choose(check, 1, 0)
	expect(check.page.textContent).not.toContain(title)
})

test('answers that could not be sent earlier are still chosen', async () => {
	const { page } = await open({ part: 'check', waiting: [1, 0] })
	expect([...page.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value)).toEqual(['1', '0'])
	expect(page.textContent).toContain('You seem to be offline')
})
