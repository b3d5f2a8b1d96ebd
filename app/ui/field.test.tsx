import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { RadioGroup, Switch } from './choice.tsx'
import { CodeField, TextField } from './field.tsx'

const namesOf = (page: Element, control: Element | null, attribute: string) =>
	(control?.getAttribute(attribute) ?? '').split(' ').map((id) => page.querySelector(`[id="${id}"]`)?.textContent)

test('label, hint and error are linked to the control, the error first', async () => {
	const { page, leave } = await renderElement(
		<TextField label="Email" hint="We write only when needed." error="Please enter a valid email address" />,
	)
	const input = page.querySelector('input')
	expect(page.querySelector('label')?.htmlFor).toBe(input?.id)
	expect(namesOf(page, input, 'aria-describedby')).toEqual(['Please enter a valid email address', 'We write only when needed.'])
	expect(input?.getAttribute('aria-invalid')).toBe('true')
	await leave()
})

test('a control without hint and error has no description', async () => {
	const { page, leave } = await renderElement(<TextField label="Name" />)
	const input = page.querySelector('input')
	expect([input?.hasAttribute('aria-describedby'), input?.hasAttribute('aria-invalid')]).toEqual([false, false])
	await leave()
})

test('ARIA attributes given to a field, set or not, are added to those of its hint and error', async () => {
	const { page, leave } = await renderElement(
		<>
			<p id="rule">No spaces.</p>
			<TextField label="Code" error="This code has expired." aria-describedby="rule" aria-invalid={undefined} />
			<TextField label="Name" hint="As on your certificate." aria-describedby={undefined} aria-invalid />
		</>,
	)
	const described = [...page.querySelectorAll('input')].map((input) => [
		input.getAttribute('aria-invalid'),
		...namesOf(page, input, 'aria-describedby'),
	])
	expect(described).toEqual([
		['true', 'No spaces.', 'This code has expired.'],
		['true', 'As on your certificate.'],
	])
	await leave()
})

test('a pasted code keeps only its six digits', async () => {
	const { page, run, leave } = await renderElement(<CodeField label="Code" />)
	const input = page.querySelector('input')
	await run(() => {
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, ' 123-456 789')
		input?.dispatchEvent(new Event('input', { bubbles: true }))
	})
	expect(input?.value).toBe('123456')
	expect(input?.autocomplete).toBe('one-time-code')
	await leave()
})

test('a question is a labeled radio group that reports the chosen value', async () => {
	const seen: string[] = []
	const options = [
		{ value: 'a', label: 'First' },
		{ value: 'b', label: 'Second' },
	]
	const { page, run, leave } = await renderElement(
		<RadioGroup label="Which?" options={options} value={null} onChange={(value) => seen.push(value)} />,
	)
	expect(namesOf(page, page.querySelector('[role=radiogroup]'), 'aria-labelledby')).toEqual(['Which?'])
	await run(() => page.querySelectorAll('input')[1]?.click())
	expect(seen).toEqual(['b'])
	await leave()
})

test('a switch reports its new state', async () => {
	const seen: boolean[] = []
	const { page, run, leave } = await renderElement(<Switch label="Course updates" checked onChange={(checked) => seen.push(checked)} />)
	const control = page.querySelector<HTMLElement>('[role=switch]')
	await run(() => control?.click())
	expect([control?.getAttribute('aria-checked'), seen]).toEqual(['true', [false]])
	await leave()
})
