import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { lazyComponent } from './lazy-component.tsx'

const Part = ({ name }: { name: string }) => <p>Hello {name}</p>

test('the code of a part comes when it is shown, once', async () => {
	const load = vi.fn(async () => Part)
	const [Late] = lazyComponent(load)
	expect(load).not.toHaveBeenCalled()
	const { page, show } = await renderElement(<Late name="Ana" />)
	expect(page.textContent).toBe('Hello Ana')
	await show(<Late key="again" name="Ben" />)
	expect(page.textContent).toBe('Hello Ben')
	expect(load).toHaveBeenCalledTimes(1)
})

test('a part whose code was fetched early is there at the first render', async () => {
	const [Late, fetchEarly] = lazyComponent(async () => Part)
	fetchEarly()
	await Promise.resolve()
	await Promise.resolve()
	const { page } = await renderElement(<Late name="Ana" />)
	expect(page.querySelector('[aria-busy]')).toBeNull()
	expect(page.textContent).toBe('Hello Ana')
})

test('without a connection the page says so, and a press tries again', async () => {
	const load = vi.fn(async () => Part).mockRejectedValueOnce(new TypeError('Failed to fetch'))
	const [Late] = lazyComponent(load)
	const { page, run } = await renderElement(<Late name="Ana" />)
	expect(page.querySelector('[role=alert]')?.textContent).toContain('load this part')
	await run(() => page.querySelector('button')?.click())
	expect(page.textContent).toBe('Hello Ana')
})
