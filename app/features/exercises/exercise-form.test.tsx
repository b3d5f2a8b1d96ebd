import { afterEach, expect, test, vi } from 'vitest'

import type { Exercise } from '#domain/exercises/exercise.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { ExerciseForm } from './exercise-form.tsx'

const NUMBER_ERROR = 'Enter a number, such as 1200 or 12.50.'

const exercise: Exercise = {
	id: 'price',
	title: 'Your price',
	fields: [
		{ id: 'offer', label: 'Your offer', type: 'text', hint: 'One line.', example: 'A logo in a week' },
		{ id: 'price', label: 'Price', type: 'money', example: 0 },
		{ id: 'why', label: 'Why', type: 'long' },
		{ id: 'sales', label: 'Sales', type: 'slider', min: 0, max: 20, step: 1, start: 5 },
		{ id: 'pay', label: 'Paid by', type: 'choice', options: ['Card', 'Cash'] },
	],
	table: {
		columns: [
			{ id: 'cost', label: 'Cost', type: 'number', hint: 'Per month.' },
			{ id: 'kind', label: 'Kind', type: 'choice', options: ['Fixed', 'Variable'] },
		],
		rows: 2,
	},
	sums: [{ label: 'Revenue', formula: 'price * sales', format: 'money' }],
}

const named: Exercise = {
	...exercise,
	fields: [],
	sums: [],
	table: { columns: [{ id: 'cost', label: 'Cost', type: 'number' }], rows: ['Rent'] },
}

async function open(shown: Exercise = exercise) {
	vi.stubGlobal('requestAnimationFrame', (step: () => void) => setTimeout(step))
	const place = { moduleId: 1, lessonId: 'l1', exerciseId: shown.id }
	const view = await renderElement(<ExerciseForm exercise={shown} place={place} />)
	return { ...view, ...operatePage(view) }
}

afterEach(() => {
	localStorage.clear()
	vi.unstubAllGlobals()
	vi.useRealTimers()
})

test.each([
	['Your offer', 'One line. For example: A logo in a week'],
	['Price ($)', 'For example: 0'],
	['Why', ''],
])('the hint of %s is: %s', async (label, hint) => {
	const { describe } = await open()
	expect(describe(label)).toEqual([hint])
})

test.each(['Price ($)', 'Row 2: Cost'])('a typo in %s is reported when typing ends, and a text field takes any text', async (label) => {
	const { page, focus, type, blur, field, describe } = await open()
	await focus(label)
	await type(label, '12x')
	expect([page.textContent.includes(NUMBER_ERROR), field(label)?.getAttribute('aria-invalid')]).toEqual([false, null])
	await blur(label)
	expect([describe(label)[0], field(label)?.getAttribute('aria-invalid')]).toEqual([NUMBER_ERROR, 'true'])
	await type(label, '')
	await type('Your offer', '12x')
	expect(page.textContent).not.toContain(NUMBER_ERROR)
})

test('results follow each key, a slider counts from its start, and a screen reader hears the result once typing pauses', async () => {
	vi.useFakeTimers()
	const { page, run, type } = await open()
	const result = () => page.querySelector('.exercise-sums dd')?.textContent
	const heard = () => page.querySelector('.sr-only[role=status]')?.textContent
	expect([result(), heard()]).toEqual(['Fill in the figures above', ''])
	await type('Price ($)', '30')
	expect([result(), heard()]).toEqual(['$150', ''])
	await run(() => vi.advanceTimersByTime(600))
	await type('Price ($)', '300')
	await run(() => vi.advanceTimersByTime(600))
	expect([result(), heard()]).toEqual(['$1,500', ''])
	await run(() => vi.advanceTimersByTime(5000))
	expect(heard()).toBe('Revenue: $1,500.')
	expect(page.querySelector<HTMLInputElement>('input[type=range]')?.value).toBe('5')
})

test('a learner who comes back sees the added row and the result, and no announcement', async () => {
	const { press, type, leave } = await open()
	await press('Add a row to Your price')
	await type('Row 3: Cost', '7')
	await type('Price ($)', '30')
	await leave()
	const { page, field } = await open()
	expect([field('Row 3: Cost')?.value, field('Price ($)')?.value]).toEqual(['7', '30'])
	expect(page.querySelector('.sr-only[role=status]')?.textContent).toBe('')
})

test('Clear empties every field and can be undone, except for what was typed since', async () => {
	const { page, button, type, press, field } = await open()
	expect(button('Clear: Your price')).toBeUndefined()
	await type('Why', 'It saves a week')
	await type('Row 1: Kind', 'Variable')
	await press('Clear: Your price')
	expect([field('Why')?.value, field('Row 1: Kind')?.value, page.textContent.includes('Cleared.')]).toEqual(['', '', true])
	await press('Undo: Your price')
	expect([field('Why')?.value, field('Row 1: Kind')?.value, page.textContent.includes('Cleared.')]).toEqual([
		'It saves a week',
		'Variable',
		false,
	])
	await press('Clear: Your price')
	await type('Why', 'New')
	expect([button('Undo: Your price'), button('Clear: Your price') !== undefined]).toEqual([undefined, true])
})

test('rows can be added up to twenty, and the new one gets focus', async () => {
	const { page, press, button, until } = await open()
	const rows = () => page.querySelectorAll('tbody tr').length
	await press('Add a row to Your price')
	await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Row 3: Cost'))
	for (let row = 3; row < 20; row++) await press('Add a row to Your price')
	expect([rows(), button('Add a row to Your price')]).toEqual([20, undefined])
})

test('a table with named rows says its hints and takes no more rows', async () => {
	const { page, buttons } = await open(named)
	expect([...page.querySelectorAll('tbody th')].map(({ textContent }) => textContent)).toEqual(['Rent'])
	expect(buttons()).toEqual([])
	expect((await open()).page.textContent).toContain('Cost: Per month.')
})

test('answers to fields that are gone are shown as earlier ones, with their old labels', async () => {
	const { type, leave } = await open()
	await type('Why', 'It saves a week')
	await leave()
	const { page, button } = await open({ ...exercise, fields: exercise.fields.filter(({ id }) => id !== 'why') })
	expect(page.textContent).toContain('From an earlier edition')
	expect(page.querySelector('.exercise-entered')?.textContent).toBe('WhyIt saves a week')
	expect(button('Clear: Your price')).toBeDefined()
})
