import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'

import type { ShownEditing } from '#server/console/content/read-editor.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { EditorInputs } from './editor-inputs.tsx'

function editingOf(title: string, fault?: string): ShownEditing {
	const text = { is: 'text', label: title, rows: null, isNumber: false, isColor: false, type: 'text', currency: null, commands: [] }
	const entry = { is: 'group', about: null, isOpen: true, movable: null, isInColumns: false, commands: [] }
	const field = { ...text, id: 'f-0-title', name: 's/0/title', value: title, fault }
	const parts = [{ ...entry, id: 'f-0', label: title, parts: [field] }]
	const form = { is: 'root', id: 'f', label: '', commands: [], parts: [{ ...entry, id: 'f', label: 'Steps', movable: '', parts }] }
	return {
		base: 'a',
		faults: { count: fault === undefined ? 0 : 1, shown: [] },
		input: { is: 'form', form },
		values: [],
		conflict: null,
	} as unknown as ShownEditing
}

const Editor = () => (
	<form>
		<EditorInputs file={{ path: 'home.json' }} loaded={editingOf('On')} live={null} shown={undefined} saved="" links="">
			{null}
		</EditorInputs>
	</form>
)

async function openEditor(load = () => ({ formToken: 't' })) {
	vi.stubGlobal('ResizeObserver', class { observe() {} disconnect() {} }) // prettier-ignore
	const shared = { formToken: 't' }
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: load, children: [{ index: true, Component: Editor }] }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const field = page.querySelector<HTMLInputElement>('#f-0-title')
	const type = (value: string) =>
		run(() => {
			field?.focus()
			if (field) field.value = value
			field?.dispatchEvent(new Event('input', { bubbles: true }))
		})
	return { page, run, field, type, save: () => run(() => page.querySelector<HTMLButtonElement>('[value="save"]')?.click()) }
}

test('a form autosaves, and the response doesn’t replace the field that is being typed in', async () => {
	vi.stubGlobal('fetch', async () => Response.json({ base: 'b', at: '2026-11-26T06:00:00.000Z', editing: editingOf('One') }))
	const { page, field, type, save } = await openEditor()
	await type('One')
	expect(page.textContent).toContain('Not saved yet')
	await save()
	await vi.waitFor(() => expect(page.textContent).toContain('Saved as a draft'))
	expect([page.querySelector('summary')?.textContent?.trim(), document.activeElement === field]).toEqual(['Steps', true])
	expect(page.querySelector<HTMLInputElement>('[name="base"]')?.value).toBe('b')
})

test('the Save button shows an error at a field that was right when it lost the focus', async () => {
	vi.stubGlobal('fetch', async (address: string) =>
		Response.json(
			address === '/admin/content/check'
				? { faults: {} }
				: { base: 'b', at: '2026-11-26T06:00:00.000Z', editing: editingOf('Result', 'Result is required.') },
		),
	)
	const { page, run, field, type, save } = await openEditor()
	await type('Two')
	await run(() => field?.blur())
	await type('')
	await save()
	await vi.waitFor(() => expect(page.textContent).toContain('Saved as a draft'))
	expect(field?.getAttribute('aria-invalid')).toBe('true')
	expect(page.querySelector('[role="alert"]')?.textContent).toContain('Steps › Result › Result is required.')
})

test('the page’s data is also reloaded after the last of several saves', async () => {
	vi.stubGlobal('fetch', async () => Response.json({ base: 'b', at: new Date().toISOString(), editing: editingOf('Two') }))
	const load = vi.fn(() => ({ formToken: 't' }))
	const { page, run, type, save } = await openEditor(load)
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
	for (const text of ['Two', 'Three']) {
		await type(text)
		await save()
		await run(() => vi.advanceTimersByTimeAsync(100))
		expect(page.textContent).toContain('Saved as a draft')
	}
	expect(load).toHaveBeenCalledTimes(1)
	await run(() => vi.advanceTimersByTimeAsync(15_000))
	expect(load).toHaveBeenCalledTimes(2)
	vi.useRealTimers()
})
