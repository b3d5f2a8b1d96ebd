import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { BenefitList } from './benefit-list.tsx'

const { hustlerQuiz, lifetimeOffer } = loadedContent

test.each([
	['the offer', lifetimeOffer.whatYouGet, ['Expert mentorship', 'A private community of learners']],
	['the payment page', lifetimeOffer.benefits, ['Private community']],
	['the result of the quiz', hustlerQuiz.callToAction.benefits, ['Expert mentorship when you are stuck']],
])('%s lists what is included, and separately what comes later', async (_, items, later) => {
	const { page, leave } = await renderElement(<BenefitList heading="h2" items={items} />)
	const [included = [], apart] = [...page.querySelectorAll('ul')].map((list) =>
		[...list.querySelectorAll('li')].map((item) => item.textContent),
	)
	expect(included.join()).not.toMatch(/mentor|communit|later|planned/i)
	expect(included).toHaveLength(items.length - later.length)
	expect(apart).toEqual(later)
	expect(page.querySelector('ul + div h2')?.textContent).toBe('Coming later')
	await leave()
})

test('without upcoming items there is one list', async () => {
	const { page, leave } = await renderElement(<BenefitList heading="h2" items={['Templates']} />)
	expect([page.querySelectorAll('ul').length, page.textContent]).toEqual([1, 'Templates'])
	await leave()
})
