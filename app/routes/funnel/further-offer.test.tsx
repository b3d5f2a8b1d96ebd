import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import FurtherOfferRoute, { meta } from './further-offer.tsx'

type Offer = { offer: { code: string } }

/** Page that keeps the state of its first offer, such as a discount. */
function Kept({ shown, given }: { shown: string; given: Offer }) {
	const [first] = useState(given.offer.code)
	return <p>{`${shown} ${first}`}</p>
}

vi.mock('./offer-page.tsx', () => ({ OfferPage: ({ loaderData }: { loaderData: Offer }) => <Kept shown="main" given={loaderData} /> }))
vi.mock('./course-offer-page.tsx', () => ({ CourseOfferPage: ({ data }: { data: Offer }) => <Kept shown="other" given={data} /> }))

type Props = ComponentProps<typeof FurtherOfferRoute>
const of = (kind: 'main' | 'other', code: string) =>
	({
		loaderData: { main: null, other: null, [kind]: { offer: { code, programName: code, description: 'All of it.' } } },
	}) as unknown as Props

test('each offer starts without the state of another one', async () => {
	const { page, show } = await renderElement(<FurtherOfferRoute {...of('main', 'a')} />)
	for (const [kind, code] of [
		['main', 'b'],
		['other', 'c'],
		['other', 'd'],
	] as const) {
		await show(<FurtherOfferRoute {...of(kind, code)} />)
		expect(page.textContent).toBe(`${kind} ${code}`)
	}
})

test.each(['main', 'other'] as const)('the %s kind of offer has its own address and picture', (kind) => {
	const site = [{ loaderData: { name: 'Launchway' } }]
	const tags = meta({ ...of(kind, 'pro'), matches: site } as unknown as Parameters<typeof meta>[0])
	expect(tags).toContainEqual({ property: 'og:url', content: expect.stringMatching(/\/offers\/pro$/) })
	expect(tags).toContainEqual({ property: 'og:image', content: expect.stringMatching(/\/og\/offers\/pro\.png$/) })
	expect(meta({ loaderData: undefined, matches: site } as unknown as Parameters<typeof meta>[0])).toEqual([])
})
