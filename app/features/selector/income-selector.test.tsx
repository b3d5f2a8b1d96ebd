import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { SelectorSchema } from '#content/schema/selector.ts'
import selectorJson from '#content/selector/selector.json'
import { type Rating, SELECTOR_QUESTION_IDS, type SelectorAnswers } from '#domain/selector/selector-questions.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { IncomeSelector } from './income-selector.tsx'
import type { SharedLink } from './shared-notice.tsx'
import { storedSelection } from './use-selector.ts'

const selector = SelectorSchema.parse(selectorJson)
const total = SELECTOR_QUESTION_IDS.length
const allRated = (rating: Rating) => Object.fromEntries(SELECTOR_QUESTION_IDS.map((id) => [id, rating])) as SelectorAnswers

let stored = 0
/** Stores ratings, as another tab would. */
const store = (answers: SelectorAnswers, isCalculated = false) =>
	storedSelection.write({ version: 1, answers, isCalculated, changedAt: Date.now() + ++stored })

async function open(shared: SharedLink = { state: 'none' }) {
	const told = { onLeaveShared: vi.fn(), onChange: vi.fn() }
	const element = (link: SharedLink) => (
		<MemoryRouter>
			<IncomeSelector selector={selector} incomeNote="No promise." shared={link} sharePath={(packed) => `/tool?a=${packed}`} {...told} />
		</MemoryRouter>
	)
	const view = await renderElement(element(shared))
	const rate = (question: number, rating: number) =>
		view.run(() => view.page.querySelectorAll<HTMLElement>(`[aria-label="Rate ${rating}"]`)[question]?.click())
	const results = () => view.page.querySelector('[aria-label="Your results"]')
	return { ...view, ...operatePage(view), ...told, rate, results, show: (link: SharedLink) => view.show(element(link)) }
}

afterEach(() => {
	localStorage.clear()
	vi.unstubAllGlobals()
})

test('results are calculated once every question is rated, take focus, and follow later ratings', async () => {
	const { rate, run, press, button, page, results, onChange } = await open()
	expect([button('Reset Answers'), button('Calculate Results')?.matches(':disabled')]).toEqual([undefined, true])
	await rate(0, 3)
	expect(page.textContent).toContain(`1 of ${total} questions answered`)
	const { [SELECTOR_QUESTION_IDS[0] as 'time_available']: _last, ...rest } = allRated(3)
	await run(() => store(rest))
	expect([button('Calculate Results')?.matches(':disabled'), results()]).toEqual([true, null])
	await rate(0, 3)
	await press('Calculate Results')
	expect(document.activeElement?.textContent).toBe('Your Recommendations')
	expect(onChange.mock.calls.at(-1)).toEqual([{ answers: allRated(3), isCalculated: true }])
	const best = () => results()?.querySelector('[role=status]')?.textContent
	const rows = () => [...(results()?.querySelectorAll('tbody td') ?? [])].map(({ textContent }) => Number.parseInt(textContent, 10))
	const before = best()
	expect(rows()).toEqual(rows().toSorted((a, b) => b - a))
	expect(results()?.textContent.match(/Best match/g)).toHaveLength(2)
	await run(() => store(allRated(5), true))
	expect([best() === before, document.querySelectorAll('[aria-label="Your results"]').length]).toEqual([false, 1])
})

test('a reset can be undone until something is rated', async () => {
	store(allRated(2), true)
	const { rate, press, button, page, results } = await open()
	await press('Reset Answers')
	expect([results(), page.textContent.includes('We set your earlier answers aside.')]).toEqual([null, true])
	await press('Undo')
	expect([results() !== null, button('Undo')]).toEqual([true, undefined])
	await press('Reset Answers')
	await rate(0, 1)
	expect([button('Undo'), page.textContent.includes(`1 of ${total} questions answered`)]).toEqual([undefined, true])
})

test.each([true, false])('shared answers replace the own ones only after a click; own ones calculated: %s', async (isCalculated) => {
	store(allRated(2), isCalculated)
	const shared: SharedLink = { state: 'answers', answers: allRated(4) }
	const { page, press, results, onChange, onLeaveShared, button, show } = await open(shared)
	expect([results() !== null, page.querySelectorAll('[aria-label="Rate 1"]').length, button('Share Results')]).toEqual([true, 0, undefined])
	expect([document.activeElement?.textContent === 'Your Recommendations', onChange.mock.calls]).toEqual([false, []])
	await press('Go to My Answers')
	expect([onLeaveShared.mock.calls.length, onChange.mock.calls]).toEqual([1, []])
	await press('Use These as My Answers')
	expect(onChange.mock.calls).toEqual([[{ answers: allRated(4), isCalculated: true }]])
	expect(onLeaveShared).toHaveBeenCalledTimes(2)
	await show({ state: 'none' })
	expect([results() !== null, button('Undo') !== undefined]).toEqual([true, true])
})

test('an unreadable link is reported above the visitor’s own answers', async () => {
	const { page } = await open({ state: 'unreadable' })
	expect(page.querySelector('[role=alert]')?.textContent).toContain('We couldn’t read this link')
	expect(page.querySelectorAll('[aria-label="Rate 1"]')).toHaveLength(total)
})

test.each([
	{ name: 'copied', writeText: () => Promise.resolve(), toast: 'Link copied' },
	{ name: 'only shown', writeText: () => Promise.reject(new Error('blocked')), toast: 'Your link is ready' },
])('the link to the results is $name, and hidden once the answers differ', async ({ writeText, toast }) => {
	vi.stubGlobal('navigator', { clipboard: { writeText } })
	store(allRated(2), true)
	const { rate, press, toasts, field } = await open()
	await press('Share Results')
	await toasts(toast)
	expect(field('Link to these answers')?.value).toMatch(/^http:\/\/localhost[:\d]*\/tool\?a=.+/)
	await rate(0, 3)
	expect(field('Link to these answers')).toBeUndefined()
})

test('ticking a box of the worksheet rates, and clearing it removes the rating', async () => {
	const { page, run, button } = await open()
	const box = () => page.querySelector<HTMLInputElement>('.worksheet-boxes input')
	await run(() => box()?.click())
	expect([box()?.checked, page.textContent.includes(`1 of ${total} questions answered`)]).toEqual([true, true])
	await run(() => box()?.click())
	expect([box()?.checked, button('Reset Answers')]).toEqual([false, undefined])
})

test('Explain says whether a group’s questions are explained on narrow screens', async () => {
	const { page, press, button } = await open()
	const [group] = selector.categories
	const name = `Explain the questions about ${group?.label}`
	const state = () => [
		button(name)?.getAttribute('aria-expanded'),
		total - page.querySelectorAll('[id$="-hint"][class*="folded:hidden"]').length,
	]
	expect(state()).toEqual(['false', 0])
	await press(name)
	expect(state()).toEqual(['true', group?.questions.length])
	await press(name)
	expect(state()).toEqual(['false', 0])
})
