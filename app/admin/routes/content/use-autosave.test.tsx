import { useRef } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { useAutosave } from './use-autosave.ts'

const SAVED = { base: 'b', at: '2026-11-26T06:00:00.000Z', editing: { conflict: null } }

function Editor() {
	const inside = useRef<HTMLDivElement>(null)
	const { state } = useAutosave({
		file: 'legal/terms.md',
		address: '/save',
		base: 'a',
		baseName: 'base',
		fillsFields: false,
		isOn: true,
		findForm: () => inside.current?.closest('form') ?? null,
		onAnswer: () => {},
	})
	return (
		<form>
			<div ref={inside}>
				<textarea name="text" defaultValue="One" />
				<button type="submit" name="do" value="save">
					Save draft
				</button>
				<output>{state.is}</output>
			</div>
		</form>
	)
}

test('the save button says that nothing has changed only if it saved nothing itself', async () => {
	vi.stubGlobal('fetch', async () => Response.json(SAVED))
	const shared = { formToken: 't' }
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children: [{ index: true, Component: Editor }] }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const shown = () => page.querySelector('output')?.textContent
	const press = () => run(() => page.querySelector('button')?.click())
	await run(() => page.querySelector('textarea')?.dispatchEvent(new Event('input', { bubbles: true })))
	await press()
	await vi.waitFor(() => expect(shown()).toBe('saved'))
	await press()
	await vi.waitFor(() => expect(shown()).toBe('unchanged'))
})

test('a form without changes is loaded again once another tab has saved its text; one with changes is not', async () => {
	vi.stubGlobal('fetch', () => new Promise(() => {}))
	const shared = { formToken: 't' }
	const loader = vi.fn(() => null)
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children: [{ index: true, Component: Editor, loader }] }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared, '0-0': null } }} />)
	await vi.waitFor(() => expect(page.querySelector('textarea')).not.toBeNull())
	const tab = new BroadcastChannel('saved-drafts')
	onTestFinished(() => tab.close())
	const hear = (data: object) => run(() => (tab.postMessage(data), new Promise((resolve) => setTimeout(resolve, 100))))
	const before = loader.mock.calls.length
	await hear({ file: 'legal/privacy.md', base: 'b' })
	await hear({ file: 'legal/terms.md', base: 'a' })
	expect(loader.mock.calls.length).toBe(before)
	await hear({ file: 'legal/terms.md', base: 'b' })
	await vi.waitFor(() => expect(loader.mock.calls.length).toBe(before + 1))
	await run(() => page.querySelector('textarea')?.dispatchEvent(new Event('input', { bubbles: true })))
	await hear({ file: 'legal/terms.md', base: 'c' })
	expect(loader.mock.calls.length).toBe(before + 1)
})
