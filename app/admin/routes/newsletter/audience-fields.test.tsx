import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { AudienceFields } from './audience-fields.tsx'

test('a number of recipients is shown only next to the audience that it was counted for', async () => {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	const answers: (() => void)[] = []
	vi.stubGlobal('fetch', (address: string) => {
		const count = address.endsWith('source=popup') ? 3 : 500
		return new Promise((resolve) => answers.push(() => resolve(Response.json({ count, others: 0 }))))
	})
	onTestFinished(() => void vi.unstubAllGlobals())
	const source = { name: 'source', label: 'Source', phrase: 'came through the {}', hint: '', options: [['popup', 'pop-up']] } as const
	const Component = () => <AudienceFields choices={[source]} chosen={{}} saved={{ count: 400, others: 0 }} asked={null} />
	const Stub = createRoutesStub([{ path: '/', Component }])
	const { page, run } = await renderElement(<Stub />)
	const summary = () => page.querySelector('summary')?.textContent
	const choose = (value: string) =>
		run(async () => {
			const field = page.querySelector('select')
			if (field) field.value = value
			field?.dispatchEvent(new Event('change', { bubbles: true }))
			await vi.advanceTimersByTimeAsync(0)
		})
	const ask = () => run(() => vi.runOnlyPendingTimersAsync())
	const answer = () => run(() => answers.shift()?.())
	expect(summary()).toBe('To all subscribers· 400 people·Change')
	await choose('popup')
	expect(summary()).toBe('To every subscriber who came through the pop-up·Change')
	await ask()
	await answer()
	expect(summary()).toBe('To every subscriber who came through the pop-up· 3 people·Change')
	await choose('')
	expect(summary()).toBe('To all subscribers·Change')
	expect(page.textContent).toContain('Counting…')
	await ask()
	await answer()
	expect(summary()).toBe('To all subscribers· 500 people·Change')
})
