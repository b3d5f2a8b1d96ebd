import type { Editor } from '@tiptap/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { PictureDialog } from './picture-dialog.tsx'

test('a picture without a description is refused at its field, without the reason of an earlier upload', async () => {
	const editor = { state: { selection: null }, commands: { focus: () => {} } } as unknown as Editor
	const shared = { formToken: 't' }
	const Dialog = () => <PictureDialog editor={editor} file={new File(['x'], 'a.png')} onClose={() => {}} />
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children: [{ index: true, Component: Dialog }] }])
	const { run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const alt = document.querySelector<HTMLInputElement>('#picture-alt')
	const save = async (text: string) => {
		if (alt) alt.value = text
		const button = document.querySelector<HTMLElement>('dialog button[type="submit"]')
		button?.focus()
		await run(() => button?.click())
	}
	vi.stubGlobal(
		'XMLHttpRequest',
		class {
			constructor() {
				throw new Error('No space is left.')
			}
		},
	)
	await save('A hill')
	await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain('No space is left.'))
	await save('')
	expect(document.querySelector('dialog')?.textContent).not.toContain('No space is left.')
	expect([document.activeElement?.id, alt?.getAttribute('aria-invalid')]).toEqual(['picture-alt', 'true'])
})
