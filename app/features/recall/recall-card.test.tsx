import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { RecallCard } from './recall-card.tsx'

const QUESTION = {
	id: 'sign',
	question: 'Which is the strongest sign?',
	options: ['Praise', 'A deposit'],
	correct: 1,
	explanation: 'Money costs something.',
}

async function show(chosen: number | null) {
	const onChoose = vi.fn<(index: number) => void>()
	const { page, run, leave } = await renderElement(
		<RecallCard question={QUESTION} chosen={chosen} onChoose={onChoose} note="We’ll ask again tomorrow." />,
	)
	const buttons = [...page.querySelectorAll('button')]
	const press = (key: string) => run(() => buttons[0]?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
	return { page, run, leave, buttons, press, onChoose, status: page.querySelector('[role=status]')?.textContent }
}

test('a question is answered by click or number key, and shows no feedback before', async () => {
	const { run, leave, buttons, press, onChoose, status } = await show(null)
	expect(status).toBe('We’ll ask again tomorrow.')
	const attributes = buttons.map((button) => Array.from(button.attributes, ({ name, value }) => `${name}=${value}`))
	expect(attributes[1]).toEqual(attributes[0])
	expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'false'])
	await run(() => buttons[1]?.click())
	await press('1')
	for (const key of ['0', '3', 'a', 'Enter']) await press(key)
	expect(onChoose.mock.calls).toEqual([[1], [0]])
	await leave()
})

test.each([
	[1, 'Right. Money costs something.', [undefined, 'right']],
	[0, 'Not quite. The answer is: A deposit. Money costs something.', ['wrong', 'right']],
])('after option %i the feedback says: %s', async (chosen, words, marks) => {
	const { run, leave, buttons, press, onChoose, status } = await show(chosen)
	expect(status).toContain(words)
	expect(buttons.map(({ dataset }) => dataset.mark)).toEqual(marks)
	expect(buttons.map((button) => button.getAttribute('aria-pressed') === 'true').indexOf(true)).toBe(chosen)
	expect(buttons.filter((button) => button.getAttribute('aria-pressed') === 'true')).toHaveLength(1)
	await run(() => buttons[0]?.click())
	await press('2')
	expect(onChoose).not.toHaveBeenCalled()
	await leave()
})
