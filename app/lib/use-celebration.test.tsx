import { useRef } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { type PlayAnimation, useCelebration } from './use-celebration.ts'

let look: (isIntersecting: boolean) => void = () => {}
let isStill = false
const play = vi.fn<PlayAnimation>()
const load = vi.fn(async () => play)

beforeAll(() => {
	vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			constructor(tell: (changes: { isIntersecting: boolean }[]) => void) {
				look = (isIntersecting) => tell([{ isIntersecting }])
			}
			observe() {}
			disconnect() {}
		},
	)
})
afterEach(() => {
	isStill = false
	localStorage.clear()
	vi.clearAllMocks()
})

function Picture({ names }: { names: string[] }) {
	const frame = useRef<HTMLDivElement>(null)
	useCelebration(frame, names, load)
	return (
		<div ref={frame}>
			<p data-moves="">Line</p>
		</div>
	)
}
const opacity = (page: HTMLElement) => page.querySelector('p')?.style.opacity

test('a celebration waits until it is visible, plays once, and shows its parts', async () => {
	const { page, run, leave } = await renderElement(<Picture names={['way-1', 'way-2']} />)
	expect(opacity(page)).toBe('0')
	await run(() => look(false))
	expect(load).not.toHaveBeenCalled()
	await run(() => look(true))
	expect(play).toHaveBeenCalledExactlyOnceWith(page.firstElementChild, ['way-1', 'way-2'])
	expect(opacity(page)).toBe('')
	await leave()

	const again = await renderElement(<Picture names={['way-1', 'way-2', 'way-3']} />)
	await again.run(() => look(true))
	expect(play).toHaveBeenLastCalledWith(again.page.firstElementChild, ['way-3'])
})

test('a celebration plays when it becomes due on the open page', async () => {
	const { page, show, run } = await renderElement(<Picture names={[]} />)
	expect(opacity(page)).toBe('')
	await show(<Picture names={['way-1']} />)
	await run(() => look(true))
	expect(play).toHaveBeenCalledTimes(1)
})

test('with reduced motion the final state is shown without loading code, now and later', async () => {
	isStill = true
	const { page, leave } = await renderElement(<Picture names={['flag-1']} />)
	expect(opacity(page)).toBe('')
	await leave()
	isStill = false
	const again = await renderElement(<Picture names={['flag-1']} />)
	expect(opacity(again.page)).toBe('')
	expect(load).not.toHaveBeenCalled()
})

test('if the celebration’s code can’t load, the picture is shown as is', async () => {
	load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
	const { page, run } = await renderElement(<Picture names={['flag-2']} />)
	await run(() => look(true))
	expect(opacity(page)).toBe('')
})
