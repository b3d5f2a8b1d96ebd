import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ColorPicker } from './color-picker.tsx'

test('the picker shows the typed color and writes the chosen one; what is no color stays as typed', async () => {
	const { page, run } = await renderElement(
		<>
			<input id="accent" defaultValue="#aa1122" />
			<ColorPicker id="accent" label="Accent" value="#aa1122" />
		</>,
	)
	const text = page.querySelector<HTMLInputElement>('#accent') as HTMLInputElement
	const picker = page.querySelector<HTMLInputElement>('[type=color]') as HTMLInputElement
	const enter = (field: HTMLInputElement, value: string) =>
		run(() => {
			field.value = value
			field.dispatchEvent(new Event('input', { bubbles: true }))
		})
	expect([picker.hidden, picker.value]).toEqual([false, '#aa1122'])
	await enter(text, '#00ff00')
	expect(picker.value).toBe('#00ff00')
	await enter(text, '#0f0')
	expect([text.value, picker.value]).toEqual(['#0f0', '#00ff00'])
	await enter(picker, '#123456')
	expect(text.value).toBe('#123456')
})
