import { getSchema } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { PictureDialog } from './picture-dialog.tsx'
import { SCHEMA_EXTENSIONS } from './schema.ts'

test('a picture without a description is refused at its field, without the reason of an earlier upload', async () => {
	const editor = { state: { selection: null }, commands: { focus: () => {} } } as unknown as Editor
	const shared = { formToken: 't' }
	const Dialog = () => <PictureDialog editor={editor} file={new File(['x'], 'a.png')} canHaveCaption onClose={() => {}} />
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

test.each([
	[true, 'In June', { alt: 'A hill', title: 'In June' }],
	[true, '', { alt: 'A hill', title: null }],
	[false, null, { alt: 'A hill', title: 'Kept' }],
])('a selected picture’s caption can be changed (%s: %s); in an email it stays', async (canHaveCaption, typed, saved) => {
	const schema = getSchema(SCHEMA_EXTENSIONS)
	const image = schema.nodes['image']!.create({ src: '/media/a.png', alt: 'A hill', title: 'Kept' })
	const doc = schema.nodes['doc']!.create(null, schema.nodes['paragraph']!.create(null, image))
	const updateAttributes = vi.fn()
	const editor = {
		state: { selection: NodeSelection.create(doc, 1) },
		commands: { focus: () => {}, updateAttributes },
	} as unknown as Editor
	const shared = { formToken: 't' }
	const Dialog = () => <PictureDialog editor={editor} file={null} canHaveCaption={canHaveCaption} onClose={() => {}} />
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			loader: () => shared,
			children: [
				{ index: true, Component: Dialog },
				{ path: 'admin/media', loader: () => ({ items: [], q: '' }) },
			],
		},
	])
	const { run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const caption = document.querySelector<HTMLInputElement>('#picture-title')
	expect(caption?.value).toBe(canHaveCaption ? 'Kept' : undefined)
	if (caption) caption.value = typed ?? ''
	await run(() => document.querySelector<HTMLElement>('dialog button[type="submit"]')?.click())
	expect(updateAttributes).toHaveBeenCalledWith('image', saved)
})
