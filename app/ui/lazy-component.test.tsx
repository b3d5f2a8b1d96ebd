import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { lazyComponent } from './lazy-component.tsx'

const Part = ({ name }: { name: string }) => <p>Hello {name}</p>

test('lazy code is loaded once, when shown', async () => {
	const load = vi.fn(async () => Part)
	const [Late] = lazyComponent(load)
	expect(load).not.toHaveBeenCalled()
	const { page, show } = await renderElement(<Late name="Ana" />)
	expect(page.textContent).toBe('Hello Ana')
	await show(<Late key="again" name="Ben" />)
	expect(page.textContent).toBe('Hello Ben')
	expect(load).toHaveBeenCalledTimes(1)
})

test('a prefetched component is there on the first render', async () => {
	const [Late, fetchEarly] = lazyComponent(async () => Part)
	fetchEarly()
	await Promise.resolve()
	await Promise.resolve()
	const { page } = await renderElement(<Late name="Ana" />)
	expect(page.querySelector('[aria-busy]')).toBeNull()
	expect(page.textContent).toBe('Hello Ana')
})

test('if lazy code can’t load, an error with a retry is shown', async () => {
	const load = vi.fn(async () => Part).mockRejectedValueOnce(new TypeError('Failed to fetch'))
	const [Late] = lazyComponent(load)
	const { page, run } = await renderElement(<Late name="Ana" />)
	expect(page.querySelector('[role=alert]')?.textContent).toContain('load this part')
	await run(() => page.querySelector('button')?.click())
	expect(page.textContent).toBe('Hello Ana')
})
