import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Button } from './button.tsx'

async function show(pending: boolean) {
	const onClick = vi.fn<() => void>()
	const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
	const { page, run, leave } = await renderElement(
		<form onSubmit={onSubmit}>
			<Button type="submit" pending={pending} onClick={onClick}>
				Save
			</Button>
		</form>,
	)
	const button = page.querySelector('button')
	await run(() => button?.click())
	const state = ['aria-busy', 'aria-disabled'].map((name) => button?.getAttribute(name))
	await leave()
	return { state, isFocusable: button?.disabled === false, clicks: onClick.mock.calls.length, submits: onSubmit.mock.calls.length }
}

test('a button does what it is for, once per click', async () => {
	expect(await show(false)).toEqual({ state: [null, null], isFocusable: true, clicks: 1, submits: 1 })
})

test('a pending button takes no clicks, submits nothing, says so and keeps the focus', async () => {
	expect(await show(true)).toEqual({ state: ['true', 'true'], isFocusable: true, clicks: 0, submits: 0 })
})
