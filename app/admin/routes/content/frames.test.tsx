import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { BeforeAfter } from './frames.tsx'

test('if one frame shows the browser’s error page, the other still scrolls to its first change', async () => {
	// The test DOM reports that it loads no frames.
	vi.spyOn(console, 'error').mockReturnValue()
	const { page, run } = await renderElement(<BeforeAfter title="Home" before="about:blank" after="about:blank" />)
	const [refused, shown] = [...(page.querySelector('[role=group]')?.querySelectorAll('iframe') ?? [])]
	const changed = Object.assign(document.createElement('div'), { innerHTML: '<p data-changed>New</p>' })
	const scrollTo = vi.fn()
	const crossOrigin = () => {
		throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
	}
	const replace = (frame: HTMLIFrameElement, contentDocument: object | null, contentWindow: object) =>
		Object.defineProperties(frame, { contentDocument: { value: contentDocument }, contentWindow: { value: contentWindow } })
	replace(refused!, null, {
		get scrollTo() {
			return crossOrigin()
		},
	})
	replace(shown!, changed, { scrollY: 0, scrollTo })
	await run(() => shown!.dispatchEvent(new Event('load')))
	expect(scrollTo).toHaveBeenCalledWith(0, expect.any(Number))
})
