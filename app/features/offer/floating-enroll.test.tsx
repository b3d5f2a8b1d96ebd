import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { FloatingEnroll } from './floating-enroll.tsx'

function scrollTo(y: number) {
	Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
	window.dispatchEvent(new Event('scroll'))
}
afterEach(() => scrollTo(0))

test('Enroll Now appears past 300 px, links to signup, and disappears at the top', async () => {
	const { page, run, leave } = await renderElement(
		<MemoryRouter>
			<FloatingEnroll link={{ label: 'Enroll Now', href: '/signup' }} />
		</MemoryRouter>,
	)
	const target = () => page.querySelector('.floating-enroll:not([hidden]) a')?.getAttribute('href') ?? null
	const seen = [target()]
	for (const y of [300, 301, 4000, 12]) {
		await run(() => scrollTo(y))
		seen.push(target())
	}
	expect(seen).toEqual([null, null, '/signup', '/signup', null])
	await leave()
})
