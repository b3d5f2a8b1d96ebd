import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { AudienceFields } from './audience-fields.tsx'

test('a number of recipients is shown only next to the audience that it was counted for', async () => {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	const answers: (() => void)[] = []
	const asked: string[] = []
	vi.stubGlobal('fetch', (address: string) => {
		asked.push(address)
		const count = address.endsWith('?audience=a') ? 3 : address.endsWith('if-0=source%3Dpopup&not-0=not') ? 7 : 500
		return new Promise((resolve) => answers.push(() => resolve(Response.json({ count, others: 0, learners: 0 }))))
	})
	onTestFinished(() => void vi.unstubAllGlobals())
	const options = [{ value: 'source=popup', clause: 'came through the pop-up' }]
	const audiences = [{ id: 'a', name: 'Buyers', phrase: 'every subscriber who has access to the course' }]
	const Component = () => (
		<AudienceFields
			issue=""
			groups={[{ label: 'Source', options }]}
			audiences={audiences}
			first={{ saved: null, match: 'all', rows: [] }}
			typed={{}}
			errors={{}}
			counted={{ count: 400, others: 2, learners: 1001 }}
			asked={null}
		/>
	)
	const Stub = createRoutesStub([{ path: '/', Component }])
	const { page, run } = await renderElement(<Stub />)
	const summary = () => page.querySelector('summary')?.textContent
	const choose = (name: string, value: string) =>
		run(async () => {
			const field = page.querySelector<HTMLSelectElement>(`select[name="${name}"]`)
			if (field) field.value = value
			field?.dispatchEvent(new Event('change', { bubbles: true }))
			await vi.advanceTimersByTimeAsync(0)
		})
	const ask = () => run(() => vi.runOnlyPendingTimersAsync())
	const answer = () => run(() => answers.shift()?.())
	expect(summary()).toBe('To all subscribers · 400 people · Change')
	expect(page.querySelector('details + p')?.textContent).toBe(
		'2 subscribers didn’t agree to newsletters. 1,000+ learners aren’t subscribers and won’t get it: newsletters need consent. Make an audience',
	)
	await choose('audience', 'a')
	expect(summary()).toBe('To Buyers: every subscriber who has access to the course · Change')
	await ask()
	await answer()
	expect(summary()).toBe('To Buyers: every subscriber who has access to the course · 3 people · Change')
	await choose('audience', 'custom')
	expect(page.textContent).toContain('Choose a condition.')
	expect(summary()).toBe('To subscribers who … · Change')
	await choose('if-0', 'source=popup')
	await choose('not-0', 'not')
	expect(summary()).toBe('To every subscriber who didn’t come through the pop-up · Change')
	expect(page.textContent).toContain('Counting…')
	await ask()
	await answer()
	expect(summary()).toBe('To every subscriber who didn’t come through the pop-up · 7 people · Change')
	await choose('audience', '')
	expect(summary()).toBe('To all subscribers · Change')
	// Quick changes before a pause aren't counted.
	expect(asked.map((address) => address.split('?')[1])).toEqual(['audience=a', 'audience=custom&if-0=source%3Dpopup&not-0=not'])
})
