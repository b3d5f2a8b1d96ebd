import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ConfirmForm } from './confirm-form.tsx'

const REFUSED = { form: '-end', message: 'Why?', fields: { reason: 'Why?' }, typed: { reason: ' ' }, code: 'reason_missing' }
const END = (
	<ConfirmForm action="/end" label="End access" title="End access for Ana?" consequences={[['Ana loses', 'Two courses.']]} isFinal />
)

const makePage = (failure: object | null) => {
	const shared = { formToken: 't', isProven: true, failure }
	const children = [
		{ index: true, Component: () => END },
		{ path: 'end', action: () => ({ failure: REFUSED }) },
	]
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children }])
	return <Stub hydrationData={{ loaderData: { root: shared } }} />
}

test('without script the form is a collapsed section with the consequences, and open after a refusal', () => {
	const closed = renderToString(makePage(null))
	expect(closed).toMatch(/<details class="disclosure"><summary>End access/)
	for (const words of ['Ana loses', 'Two courses.', 'This can’t be undone.', 'name="reason"', 'action="/end"'])
		expect(closed).toContain(words)
	expect(renderToString(makePage(REFUSED))).toMatch(/<details class="disclosure" open=""><summary>End access/)
})

test('with script a confirmation dialog opens; Cancel sends nothing, and an error is shown in the dialog', async () => {
	const { page, run } = await renderElement(makePage(null))
	const press = (words: string) =>
		run(() => [...page.querySelectorAll('button')].findLast((button) => button.textContent === words)?.click())
	const dialog = () => page.querySelector('dialog')
	expect([dialog()?.open, page.querySelector('form')]).toEqual([false, null])
	await press('End access')
	expect([dialog()?.open, dialog()?.querySelector('h2')?.textContent]).toEqual([true, 'End access for Ana?'])
	expect(dialog()?.textContent).toContain('Two courses.')
	await press('Cancel')
	expect([dialog()?.open, page.querySelector('form')]).toEqual([false, null])
	await press('End access')
	await run(() => {
		const reason = page.querySelector<HTMLInputElement>('[name=reason]')
		if (reason) reason.value = ' '
		page.querySelector('form')?.requestSubmit()
	})
	await expect.poll(() => dialog()?.textContent).toContain('Why?')
	expect([dialog()?.open, page.querySelector<HTMLInputElement>('[name=reason]')?.value]).toEqual([true, ' '])
})
