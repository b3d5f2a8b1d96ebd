import { getSchema } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { Editor } from '@tiptap/react'
import type { ComponentProps } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { LeaveSelected } from './leave-selected.ts'
import { MediaDialog } from './media-dialog.tsx'
import { parseMarkdown } from './parse-markdown.ts'
import { printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

const URL_OF = (id: number) => `/media/018f0000-0000-4000-8000-00000000000${id}/intro-1280x720.mp4`
const ITEMS = [
	{ id: 'a', url: URL_OF(1), alt: 'A first call', name: 'intro-1280x720.mp4', thumbnail: null, languages: ['en', 'de'] },
	{ id: 'b', url: URL_OF(2), alt: '', name: 'plain-1280x720.mp4', thumbnail: null, languages: [] },
]

/** Opens the dialog for a text. @returns the text as it would be saved, and the dialog's controls */
async function open(
	source: string,
	props: Pick<ComponentProps<typeof MediaDialog>, 'kind' | 'file' | 'link'> = { kind: 'video', file: null },
) {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock, LeaveSelected] })
	onTestFinished(() => editor.destroy())
	const original = parseMarkdown(getSchema([...SCHEMA_EXTENSIONS, SourceBlock]), source)
	editor.commands.setContent(original.doc.toJSON() as object)
	editor.state.doc.descendants(({ type }, at) => void (type.name === 'image' && editor.commands.setNodeSelection(at)))
	const shared = { formToken: 't' }
	const loader = () => ({ items: ITEMS, q: '', videoBytes: 1000 })
	const Component = () => <MediaDialog editor={editor} {...props} onClose={() => {}} />
	const children = [
		{ index: true, Component },
		{ path: 'admin/media', loader },
	]
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children }])
	const { run, leave } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const dialog = () => document.querySelector('dialog')!
	await vi.waitFor(() => expect(dialog().textContent).toContain('A first call'))
	const press = (words: string) =>
		run(() => [...dialog().querySelectorAll('button')].find((each) => each.textContent.includes(words))?.click())
	const enter = (value: string, id = 'title') =>
		run(() => {
			const field = document.querySelector<HTMLInputElement>(`#video-${id}, #file-${id}`)!
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
			field.dispatchEvent(new Event('input', { bubbles: true }))
		})
	return { editor, dialog, run, leave, press, enter, text: () => printMarkdown(editor.state.doc, original).trim() }
}

test('a video from Media is inserted with its title and the languages of its captions', async () => {
	const { dialog, press, enter, text } = await open('')
	await press('Add video')
	expect([dialog().textContent.includes('Choose a video.'), dialog().textContent.includes('Enter a title.')]).toEqual([true, true])
	await press('A first call')
	expect(dialog().textContent).toContain('Captions: English, German.')
	expect(document.querySelector<HTMLInputElement>('#video-title')?.value).toBe('A first call')
	await enter('The call')
	await press('Add video')
	expect(text()).toBe(`![The call](${URL_OF(1)} "captions: en, de")`)
})

test('a video without a title in Media needs one in the text, and has no captions', async () => {
	const { dialog, press, enter, text } = await open('')
	await press('plain-1280x720')
	await press('Add video')
	expect([dialog().textContent.includes('No captions yet.'), document.activeElement?.id]).toEqual([true, 'video-title'])
	await enter('Plain')
	await press('Add video')
	expect(text()).toBe(`![Plain](${URL_OF(2)})`)
})

test('a selected video’s title can be changed, and the video replaced', async () => {
	const source = `![Old](${URL_OF(1)} "captions: fr")`
	const renamed = await open(source)
	expect(renamed.editor.state.selection).toBeInstanceOf(NodeSelection)
	await renamed.enter('New')
	await renamed.press('Save video')
	expect(renamed.text()).toBe(`![New](${URL_OF(1)} "captions: fr")`)
	await renamed.leave()
	const replaced = await open(source)
	await replaced.press('A first call')
	await replaced.press('Save video')
	expect(replaced.text()).toBe(`![A first call](${URL_OF(1)} "captions: en, de")`)
})

/** Replaces XMLHttpRequest. @returns the uploads, which the test answers */
function catchUploads() {
	const requests: { status: number; responseText: string; onLoad: () => void; onProgress: (event: object) => void }[] = []
	vi.stubGlobal(
		'XMLHttpRequest',
		class {
			status = 0
			responseText = ''
			onLoad = () => {}
			onProgress = (_: object) => {}
			upload = { addEventListener: (_: string, heard: (event: object) => void) => void (this.onProgress = heard) }
			open() {}
			setRequestHeader() {}
			addEventListener(name: string, heard: () => void) {
				if (name === 'load') this.onLoad = heard
			}
			send() {
				requests.push(this)
			}
			abort() {}
		},
	)
	onTestFinished(() => void vi.unstubAllGlobals())
	return requests
}

test('an uploaded video is inserted; a refusal is shown, and one that is too large isn’t sent', async () => {
	const { dialog, run, press, enter, text } = await open('')
	const requests = catchUploads()
	const choose = (bytes: number) =>
		run(() => {
			const field = document.querySelector<HTMLInputElement>('#video-file')!
			const file = new File([new Uint8Array(bytes)], 'a.mp4', { type: 'video/mp4' })
			Object.defineProperty(field, 'files', { configurable: true, value: [file] })
			field.dispatchEvent(new Event('change', { bubbles: true }))
		})
	const answer = (status: number, body: object) =>
		run(() => {
			Object.assign(requests.at(-1)!, { status, responseText: JSON.stringify(body) })
			requests.at(-1)!.onLoad()
		})
	await enter('Mine')
	await choose(2000)
	await press('Add video')
	expect([dialog().textContent.includes('This file is too large.'), requests.length]).toEqual([true, 0])
	await choose(10)
	await press('Add video')
	await run(() => requests[0]?.onProgress({ loaded: 5, total: 10 }))
	expect(dialog().querySelector('progress')?.getAttribute('value')).toBe('0.5')
	await answer(422, { message: 'This kind of file can’t be used.' })
	expect([dialog().querySelector('progress'), dialog().textContent.includes('This kind of file can’t be used.')]).toEqual([null, true])
	await press('Add video')
	await answer(201, { url: URL_OF(3) })
	expect(text()).toBe(`![Mine](${URL_OF(3)})`)
})

test('a dropped file is uploaded under its name, and inserted; a selected one can be renamed', async () => {
	const file = new File(['x'], 'Week_1 Workbook.pdf')
	const { run, press, dialog, enter, text, leave } = await open('', { kind: 'file', file })
	const requests = catchUploads()
	expect([dialog().textContent.includes('Week_1 Workbook.pdf'), document.querySelector<HTMLInputElement>('#file-title')?.value]).toEqual([
		true,
		'Week 1 Workbook',
	])
	await press('Add file')
	const url = URL_OF(1).replace('intro-1280x720.mp4', 'week-1-workbook-1kb.pdf')
	await run(() => {
		Object.assign(requests[0]!, { status: 201, responseText: JSON.stringify({ url }) })
		requests[0]!.onLoad()
	})
	expect(text()).toBe(`![Week 1 Workbook](${url})`)
	await leave()
	const renamed = await open(text(), { kind: 'file', file: null })
	await enter('Workbook')
	await renamed.press('Save file')
	expect(renamed.text()).toBe(`![Workbook](${url})`)
})

test('a link from YouTube or Vimeo is inserted; one from elsewhere is refused; it can be changed to a video from Media', async () => {
	const { press, dialog, enter, text, leave } = await open('')
	await enter('A talk')
	await enter('https://example.org/watch?v=dQw4w9WgXcQ', 'link')
	await press('Add video')
	expect(dialog().textContent).toContain('Paste the link of a video on YouTube or Vimeo')
	expect(document.activeElement?.id).toBe('video-link')
	await enter('https://youtu.be/dQw4w9WgXcQ?si=x', 'link')
	await press('Add video')
	const source = '![A talk](https://www.youtube.com/watch?v=dQw4w9WgXcQ)'
	expect(text()).toBe(source)
	await leave()
	const changed = await open(source)
	expect(document.querySelector<HTMLInputElement>('#video-link')?.value).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
	await changed.enter('', 'link')
	await changed.press('Save video')
	expect(changed.dialog().textContent).toContain('Choose a video.')
	await changed.press('A first call')
	await changed.press('Save video')
	expect(changed.text()).toBe(`![A first call](${URL_OF(1)} "captions: en, de")`)
})

test('a pasted link opens the dialog with it', async () => {
	const { press, enter, text } = await open('', { kind: 'video', file: null, link: 'https://vimeo.com/123456789' })
	await enter('On Vimeo')
	await press('Add video')
	expect(text()).toBe('![On Vimeo](https://vimeo.com/123456789)')
})

test('a pasted link stays in the text if the dialog is closed', async () => {
	const { dialog, run, text } = await open('', { kind: 'video', file: null, link: 'https://vimeo.com/123456789' })
	await run(() => dialog().querySelector<HTMLButtonElement>('[aria-label="Close"]')?.click())
	expect(text()).toBe('[https://vimeo.com/123456789](https://vimeo.com/123456789)')
})
