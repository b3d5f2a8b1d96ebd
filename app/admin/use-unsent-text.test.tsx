import { act } from 'react'
import { createRoutesStub, Form, Link, Outlet, redirect } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ActionForm } from './ui/action-form.tsx'
import { reportSaved, saveBeforeLeaving, takeUnsentText, unsentTextStore, useUnsentText } from './use-unsent-text.ts'

function Frame() {
	const { isSaving, question } = useUnsentText()
	return (
		<>
			{isSaving && <p>Saving…</p>}
			{question && (
				<p>
					Leave?
					<button type="button" id="leave" aria-label="Leave" onClick={question.leave} />
					<button type="button" id="stay" aria-label="Stay" onClick={question.stay} />
				</p>
			)}
			<Form action="/search" method="get" id="find">
				<button type="submit">Search</button>
			</Form>
			<Link to="/search">Away</Link>
			<Outlet />
		</>
	)
}

const WRITE = <ActionForm action="/write" label="Send" fields={[{ name: 'body', label: 'Body', type: 'textarea' }]} />
const refuse = () => ({ failure: { form: 'write', message: 'Refused.', fields: {}, typed: {}, code: 'refused' } })

async function openPage(form = WRITE) {
	const shared = { formToken: 't', isProven: true, failure: null }
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			Component: Frame,
			loader: () => shared,
			children: [
				{ index: true, Component: () => form },
				{ path: 'write', action: refuse },
				{ path: 'save', action: () => redirect('/?notice=saved') },
				{ path: 'move', action: () => redirect('/moved') },
				{ path: 'moved', Component: () => <p>Moved</p> },
				{ path: 'search', Component: () => <p>Found</p> },
			],
		},
	])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const isAsked = () => page.textContent.includes('Leave?')
	const press = (selector: string) => run(() => page.querySelector<HTMLElement>(selector)?.click())
	const type = () =>
		run(() => {
			const text = page.querySelector('textarea')
			if (text) text.value = 'Dear Ada'
			text?.dispatchEvent(new Event('input', { bubbles: true }))
		})
	return { page, isAsked, press, type }
}

test('a page without typed text can be left without a prompt', async () => {
	const { page, isAsked, press } = await openPage()
	await press('a')
	expect([isAsked(), page.textContent.includes('Found')]).toEqual([false, true])
})

test('with unsent text, a search and every later link prompt before leaving', async () => {
	const { page, isAsked, press, type } = await openPage()
	await type()
	await press('#find button')
	expect(isAsked()).toBe(true)
	await press('#stay')
	expect([isAsked(), page.textContent.includes('Found')]).toEqual([false, false])
	await press('a')
	expect([isAsked(), page.textContent.includes('Found')]).toEqual([true, false])
	await press('#leave')
	await vi.waitFor(() => expect([isAsked(), page.textContent.includes('Found')]).toEqual([false, true]))
})

test('refused text still counts as unsent', async () => {
	const { page, isAsked, press, type } = await openPage()
	await type()
	await press('form[method="post"] button')
	await vi.waitFor(() => expect(page.textContent).toContain('Refused.'))
	await press('a')
	expect([isAsked(), page.textContent.includes('Found')]).toEqual([true, false])
})

test('a refused form that is empty, or has only quick choices, is left without a question', async () => {
	const empty = await openPage()
	await empty.press('form[method="post"] button')
	await vi.waitFor(() => expect(empty.page.textContent).toContain('Refused.'))
	await empty.press('a')
	expect(empty.isAsked()).toBe(false)
	const quick = await openPage(
		<ActionForm action="/write" label="Send" fields={[{ name: 'body', label: 'Body', type: 'textarea' }]} isQuick />,
	)
	await quick.type()
	await quick.press('a')
	expect(quick.isAsked()).toBe(false)
})

test.each([
	['is saved', (own: HTMLFormElement) => reportSaved(own), false, true],
	['can’t be saved', () => {}, true, false],
	['isn’t saved, only that of another form', (_: unknown, other: HTMLFormElement) => reportSaved(other), true, false],
	['isn’t saved in ten seconds', () => new Promise(() => {}), true, false],
])(
	'before a link is followed, a form saves itself, and the page prompts unless that worked: its text %s',
	async (_, save, asked, isGone) => {
		const { page, isAsked, press, type } = await openPage()
		const [own, other] = ['form[method="post"]', '#find'].map((selector) => page.querySelector<HTMLFormElement>(selector)!)
		const stop = saveBeforeLeaving({ flush: async () => save(own!, other!), discard: () => {} })
		await type()
		vi.useFakeTimers({ toFake: ['setTimeout'] })
		await press('a')
		await act(() => vi.advanceTimersByTimeAsync(10_000))
		vi.useRealTimers()
		await vi.waitFor(() => expect([isAsked(), page.textContent.includes('Found')]).toEqual([asked, isGone]))
		stop()
	},
)

test('a page that saves nothing by itself does not say that it is saving', async () => {
	const { page, isAsked, press, type } = await openPage()
	await type()
	await press('a')
	expect([isAsked(), page.textContent.includes('Saving…')]).toEqual([true, false])
})

test('while a link waits for a save, the page can say so', async () => {
	const { page, isAsked, press, type } = await openPage()
	let finish = (): void => undefined
	const unregister = saveBeforeLeaving({ flush: () => new Promise<void>((resolve) => (finish = resolve)), discard: () => {} })
	await type()
	await press('a')
	expect([page.textContent.includes('Saving…'), page.textContent.includes('Found')]).toEqual([true, false])
	const form = page.querySelector('form[method="post"]')
	if (form instanceof HTMLFormElement) reportSaved(form)
	await act(async () => {
		finish()
		await new Promise((resolve) => setTimeout(resolve))
	})
	await vi.waitFor(() => expect(page.textContent).toContain('Found'))
	expect([page.textContent.includes('Saving…'), isAsked()]).toEqual([false, false])
	unregister()
})

test('texts older than a week, of any file, are removed, and so is what can’t be read', () => {
	const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
	const owner = 'ana@example.test'
	localStorage.clear()
	unsentTextStore('a.md', 'left').write({ fields: { text: 'Old' }, at: at(8), owner })
	unsentTextStore('b.md', 'left').write({ fields: { text: 'New' }, at: at(6), owner })
	localStorage.setItem('launchway_console_draft:c.md', 'broken')
	localStorage.setItem('launchway_other', 'broken')
	expect(takeUnsentText('a.md', owner)).toBeNull()
	expect(Object.keys(localStorage)).toEqual(['launchway_console_draft:b.md#left', 'launchway_other'])
})

test('saving one of several forms of a page keeps the unsaved text of the others, which still asks before it is left', async () => {
	const note = { name: 'note', label: 'Note', type: 'textarea' } as const
	const forms = (
		<>
			<ActionForm action="/write" id="one" label="Send" fields={[{ ...note, name: 'body' }]} keepsPlace />
			<ActionForm action="/save" id="two" label="Save" fields={[note]} keepsPlace />
		</>
	)
	const { page, isAsked, press, type } = await openPage(forms)
	await type()
	await press('#-save-two button')
	expect([page.querySelector('textarea')?.value, isAsked()]).toEqual(['Dear Ada', false])
	await press('a[href="/search"]')
	expect(isAsked()).toBe(true)
	await press('#stay')
	// A refusal shows the sent text's form again, so it isn't reset before the answer.
	await press('#-write-one button')
	expect([page.querySelector('textarea')?.value, page.textContent.includes('Refused.')]).toEqual(['Dear Ada', true])
})

test('a form that doesn’t keep its text leaves the unsaved text of those that do, which still asks before it is left', async () => {
	const note = { name: 'note', label: 'Note', type: 'textarea' } as const
	const { page, isAsked, press, type } = await openPage(
		<>
			<ActionForm action="/write" id="one" label="Send" fields={[{ ...note, name: 'body' }]} keepsPlace />
			<ActionForm action="/save" id="two" label="Send a test" />
			<ActionForm action="/move" id="three" label="Go live" />
		</>,
	)
	await type()
	await press('#-save-two button')
	expect([page.querySelector('textarea')?.value, isAsked()]).toEqual(['Dear Ada', false])
	await press('a[href="/search"]')
	expect(isAsked()).toBe(true)
	await press('#stay')
	// Once a form has led elsewhere, the text is gone with its page.
	await press('#-move-three button')
	expect(page.textContent).toContain('Moved')
	await press('a[href="/search"]')
	expect([isAsked(), page.textContent.includes('Found')]).toEqual([false, true])
})
