import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Button, LinkButton } from './button.tsx'

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

test('a button runs its action once per click', async () => {
	expect(await show(false)).toEqual({ state: [null, null], isFocusable: true, clicks: 1, submits: 1 })
})

test('a pending button ignores clicks, doesn’t submit, is announced and keeps focus', async () => {
	expect(await show(true)).toEqual({ state: ['true', 'true'], isFocusable: true, clicks: 0, submits: 0 })
})

test.each([
	['/modules', true],
	['https://elsewhere.example/', false],
	['mailto:help@academy.test', false],
	['#offer', false],
])('a link to %s is handled inside the app: %s', async (to, isInside) => {
	const { page, run, leave } = await renderElement(
		<MemoryRouter>
			<LinkButton to={to}>Go</LinkButton>
		</MemoryRouter>,
	)
	const link = page.querySelector('a')
	expect(link?.getAttribute('href')).toBe(to)
	let isLeft = true
	const stop = (event: Event) => {
		isLeft = !event.defaultPrevented
		event.preventDefault()
	}
	window.addEventListener('click', stop)
	await run(() => link?.click())
	window.removeEventListener('click', stop)
	expect(isLeft).toBe(!isInside)
	await leave()
})
