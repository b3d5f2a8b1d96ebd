import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Slider } from './slider.tsx'

async function openSlider(value: number | null) {
	const onChange = vi.fn<(value: number) => void>()
	const view = await renderElement(<Slider label="Energy" min={1} max={5} value={value} onChange={onChange} withSteps hint="Be honest" />)
	const input = view.page.querySelector('input')!
	const press = (key: string, shiftKey = false) =>
		view.run(() => input.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })))
	return { ...view, input, press, onChange, given: () => onChange.mock.lastCall?.[0] }
}

test.each([
	{ value: 3, key: 'PageUp', shift: false, gives: 5 },
	{ value: 3, key: 'PageDown', shift: false, gives: 1 },
	{ value: 2, key: 'ArrowRight', shift: true, gives: 5 },
	{ value: 2, key: 'ArrowUp', shift: true, gives: 5 },
	{ value: 4, key: 'ArrowLeft', shift: true, gives: 1 },
	{ value: 4, key: 'ArrowDown', shift: true, gives: 1 },
	{ value: 4, key: 'ArrowDown', shift: false, gives: undefined },
	{ value: null, key: 'PageUp', shift: false, gives: 5 },
	{ value: null, key: 'Home', shift: false, gives: 1 },
	{ value: null, key: 'ArrowLeft', shift: false, gives: 1 },
	{ value: null, key: 'Tab', shift: false, gives: undefined },
])('$key (shift $shift) changes $value to $gives', async ({ value, key, shift, gives }) => {
	const slider = await openSlider(value)
	await slider.press(key, shift)
	expect(slider.given()).toBe(gives)
	await slider.leave()
})

test('an unanswered slider is announced as such and accepts its initial position', async () => {
	const slider = await openSlider(null)
	expect([slider.input.getAttribute('aria-valuetext'), slider.page.querySelector('output')?.textContent]).toEqual([
		'Not answered',
		'Not answered',
	])
	await slider.run(() => slider.input.dispatchEvent(new Event('input', { bubbles: true })))
	expect(slider.given()).toBe(1)
	await slider.leave()
})

test('one tap on a number sets the rating', async () => {
	const slider = await openSlider(2)
	const buttons = [...slider.page.querySelectorAll('button')]
	expect(buttons.map((button) => [button.textContent, button.getAttribute('aria-pressed'), button.tabIndex])).toEqual([
		['1', 'false', -1],
		['2', 'true', -1],
		['3', 'false', -1],
		['4', 'false', -1],
		['5', 'false', -1],
	])
	await slider.run(() => buttons[3]?.click())
	expect(slider.given()).toBe(4)
	await slider.leave()
})
