import { createRoutesStub, useLocation, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { QuerySelect } from './query-select.tsx'

const CHOICES = ['a', 'b', 'c'].map((value) => [value, value] as const)

function Page() {
	const { search } = useLocation()
	const navigate = useNavigate()
	const value = new URLSearchParams(search).get('page') ?? 'a'
	return (
		<>
			<p>{search}</p>
			<QuerySelect action="/preview" label="Page" name="page" value={value} groups={[['Pages', CHOICES]]} />
			<button type="button" onClick={() => void navigate(-1)}>
				Back
			</button>
		</>
	)
}

test('choices made one after another, as with the arrow keys, are one step of the history', async () => {
	const Stub = createRoutesStub([
		{ path: '/', Component: () => <p>Start</p> },
		{ path: '/preview', Component: Page },
	])
	const { page, run } = await renderElement(<Stub initialEntries={['/', '/preview']} initialIndex={1} />)
	for (const value of ['b', 'c']) {
		await run(() => {
			const field = page.querySelector('select')!
			field.value = value
			field.dispatchEvent(new Event('change', { bubbles: true }))
		})
		await vi.waitFor(() => expect(page.querySelector('p')?.textContent).toBe(`?page=${value}`))
	}
	await run(() => page.querySelector('button')?.click())
	await vi.waitFor(() => expect(page.querySelector('p')?.textContent).toBe('Start'))
})
