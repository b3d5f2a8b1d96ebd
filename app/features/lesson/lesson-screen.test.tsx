import { MemoryRouter, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'

import type { LessonResponse } from '#contracts/course.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { LessonScreen } from './lesson-screen.tsx'

vi.mock('#app/lib/backend.ts')
vi.mock('#app/lib/kept-modules.ts')

const BODY: LessonResponse = {
	moduleId: 1,
	id: 'l1',
	title: 'First call',
	duration: '20 minutes',
	difficulty: 'Beginner',
	bodyHtml: '<p>Text</p><label><input type="checkbox" data-box="a"> A</label><label><input type="checkbox" data-box="b"> B</label>',
	exercises: [],
	recalls: [],
	steps: ['Call'],
	examples: [],
	quiz: [{ id: 'q', question: 'Why?', options: ['x', 'y'] }],
	resources: [],
}

let lessons = 0
type Look = { body?: Partial<LessonResponse>; hash?: string; sectionTitle?: string; refusals?: (() => Response | Promise<Response>)[] }

function Go() {
	const navigate = useNavigate()
	return (
		<button type="button" onClick={() => void navigate('#check')}>
			To the check
		</button>
	)
}

/** Opens a new lesson each time, because loaded ones stay in memory. */
async function open({ body = {}, hash = '', sectionTitle = 'Start', refusals = [] }: Look = {}) {
	const lessonId = `l${++lessons}`
	const observed: ((changes: object[]) => void)[] = []
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			constructor(notify: (changes: object[]) => void) {
				observed.push(notify)
			}
			observe() {}
			disconnect() {}
		},
	)
	vi.stubGlobal('fetch', async () => (await refusals.shift()?.()) ?? Response.json({ ...BODY, id: lessonId, ...body }))
	const told = { onTick: vi.fn(), onNearEnd: vi.fn() }
	const record = (ticked: string[]) => ({
		reading: { place: null, isRead: false, onRead() {} },
		isStepDone: () => false,
		onStep() {},
		isTaskDone: false,
		onTask() {},
		ticks: { ticked: new Set(ticked), onTick: told.onTick },
		best: null,
		onGraded() {},
	})
	const element = (ticked: string[]) => (
		<MemoryRouter initialEntries={[`/module/1${hash}`]}>
			<Go />
			<LessonScreen
				lesson={{ moduleId: 1, lessonId, completed: new Set() }}
				canAsk
				sectionTitle={sectionTitle}
				record={record(ticked)}
				onDownload={() => {}}
				renderExercise={() => null}
				renderRecall={() => null}
				renderEnd={() => <p>The end</p>}
				onNearEnd={told.onNearEnd}
			/>
		</MemoryRouter>
	)
	const view = await renderElement(element(['b']))
	const used = operatePage(view)
	const tabs = () => [...view.page.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)
	const shown = () => view.page.querySelector('[role=tab][aria-selected=true]')?.textContent
	const near = (isIntersecting: boolean) => view.run(() => observed.at(-1)?.([{ isIntersecting }]))
	return { ...view, ...used, ...told, tabs, shown, near, tick: (ticked: string[]) => view.show(element(ticked)) }
}

test('a lesson has a tab for each part it has', async () => {
	const { sees, tabs, shown } = await open()
	await sees('The end')
	expect([tabs(), shown()]).toEqual([['Lesson Content', 'Step-by-Step', 'Knowledge Check'], 'Lesson Content'])
})

test.each([
	{ hash: '#check', tab: 'Knowledge Check' },
	{ hash: '#steps', tab: 'Step-by-Step' },
	{ hash: '#task', tab: 'Lesson Content' },
	{ hash: '#elsewhere', tab: 'Lesson Content' },
])('$hash opens $tab', async ({ hash, tab }) => {
	const { sees, shown, page, until } = await open({ hash })
	await sees('The end')
	expect(shown()).toBe(tab)
	const panel = page.querySelector('[role=tabpanel]:not([hidden])')
	await until(() => expect(document.activeElement === panel).toBe(hash !== '#elsewhere'))
})

test('a link within the page opens its tab, after another was chosen by hand', async () => {
	const { sees, press, shown } = await open()
	await sees('The end')
	await press('Step-by-Step')
	expect(shown()).toBe('Step-by-Step')
	await press('To the check')
	expect(shown()).toBe('Knowledge Check')
	await press('Lesson Content')
	await press('To the check')
	expect(shown()).toBe('Knowledge Check')
})

test('the other tabs are loaded at the learner’s first interaction', async () => {
	const { sees, page, run } = await open()
	await sees('The end')
	expect(page.textContent).not.toContain('Why?')
	await run(() => window.dispatchEvent(new Event('scroll')))
	await sees('Why?')
})

test('boxes in the text show what is ticked, and report a click', async () => {
	const { sees, page, run, onTick, tick } = await open()
	await sees('The end')
	const boxes = [...page.querySelectorAll<HTMLInputElement>('input[data-box]')]
	const checked = () => boxes.map((box) => box.checked)
	expect(checked()).toEqual([false, true])
	await run(() => boxes[0]?.click())
	await run(() => boxes[1]?.click())
	expect(onTick.mock.calls).toEqual([
		['a', true],
		['b', false],
	])
	await tick(['a', 'b'])
	expect(checked()).toEqual([true, true])
})

test.each([
	{ title: 'First call', sectionTitle: 'Start', isHidden: false },
	{ title: 'Start', sectionTitle: 'Start', isHidden: true },
])('the title $title below the heading $sectionTitle is only for screen readers: $isHidden', async ({ title, sectionTitle, isHidden }) => {
	const { sees, page } = await open({ body: { title }, sectionTitle })
	await sees('The end')
	expect(page.querySelector('#lesson-title')?.classList.contains('sr-only')).toBe(isHidden)
})

test('the end is reported only once it is near', async () => {
	const { sees, near, onNearEnd } = await open()
	await sees('The end')
	await near(false)
	expect(onNearEnd).not.toHaveBeenCalled()
	await near(true)
	expect(onNearEnd).toHaveBeenCalledTimes(1)
})

const refuse = (code: string) => () => Response.json({ error: { code, message: 'No.' } }, { status: 403 })

test.each([
	{ code: 'not_enrolled', text: 'This lesson is part of the full course', button: 'See the Full Course' },
	{ code: 'internal', text: 'The lesson couldn’t be loaded', button: 'Try Again' },
])('a lesson refused with $code says so, after three tries', async ({ code, text, button: name }) => {
	vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
	const { run, page, button, press } = await open({ refusals: [refuse(code), refuse(code), refuse(code)] })
	expect(page.textContent).toContain('Loading the lesson…')
	for (let pause = 0; pause < 4; pause++) await run(() => vi.advanceTimersByTimeAsync(2000))
	vi.useRealTimers()
	expect([page.textContent.includes(text), button(name) !== undefined]).toEqual([true, true])
	if (name !== 'Try Again') return
	await press(name)
	await run(() => new Promise((resolve) => setTimeout(resolve)))
	expect(page.textContent).toContain('The end')
})
