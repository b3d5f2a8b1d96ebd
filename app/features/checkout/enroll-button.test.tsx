import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { EnrollButton } from './enroll-button.tsx'

afterEach(() => vi.unstubAllGlobals())

const button = (code: string | null, isChecking: boolean) => (
	<MemoryRouter>
		<EnrollButton productName="Course" couponCode={code} isCheckingCode={isChecking} label="Enroll Today" busyLabel="Processing..." />
	</MemoryRouter>
)

test('pressed while a code is being checked, the button waits and then sends the code with the order', async () => {
	const asked: string[] = []
	vi.stubGlobal('fetch', (_url: string, init: { body: string }) => {
		asked.push(init.body)
		return new Promise(() => undefined)
	})
	const { page, run, show, leave } = await renderElement(button(null, true))
	await run(() => page.querySelector('form')?.requestSubmit())
	expect([asked, page.querySelector('button')?.textContent]).toEqual([[], 'Processing...'])
	await show(button('LAUNCH1', false))
	await vi.waitFor(() =>
		expect(asked.map((body) => JSON.parse(body) as unknown)).toEqual([{ productName: 'Course', couponCode: 'LAUNCH1' }]),
	)
	await leave()
})
