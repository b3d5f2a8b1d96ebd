import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Notice } from './notice.tsx'

test('a notice moves above a save bar that it would cover, and back when the bar is elsewhere', async () => {
	let barTop = 600
	const boxOf = (element: Element) => (element.matches('.sticky-bar') ? new DOMRect(0, barTop, 900, 56) : new DOMRect(300, 620, 500, 60))
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
		return boxOf(this)
	})
	vi.stubGlobal('innerHeight', 700)
	const shared = { formToken: 't', isProven: true, failure: null, undo: null, notice: { text: 'Draft saved.', link: null } }
	const Component = () => (
		<>
			<Notice />
			<div className="sticky-bar" />
		</>
	)
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const bottom = () => page.querySelector<HTMLElement>('[data-toast]')?.style.bottom
	expect(bottom()).toBe('108px')
	barTop = 200
	await run(() => document.dispatchEvent(new Event('scroll')))
	expect(bottom()).toBe('')
})
