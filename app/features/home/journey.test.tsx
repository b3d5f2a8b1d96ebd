import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Journey } from './journey.tsx'

const station = (id: number) => ({ id, title: `Module ${id}`, duration: `${id} weeks` })

test.each([
	{ count: 6, climbs: true },
	{ count: 5, climbs: false },
])('$count stations climb: $climbs, and a screen reader hears no number twice', async ({ count, climbs }) => {
	const stations = Array.from({ length: count }, (_, index) => station(index + 1))
	const { page } = await renderElement(
		<MemoryRouter>
			<Journey title="Your path" stations={stations} />
		</MemoryRouter>,
	)
	expect(page.innerHTML.includes('lg:grid-cols-6')).toBe(climbs)
	for (const hidden of page.querySelectorAll('[aria-hidden=true]')) hidden.remove()
	expect([...page.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(
		stations.map(({ title, duration }) => title + duration),
	)
	expect(page.querySelector('svg')).toBeNull()
})
