import { Editor } from '@tiptap/core'
import { expect, onTestFinished, test } from 'vitest'

import { readSelected } from './insert-media.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

test('a video from Media is a player with its title, and a picture is a picture', () => {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock] })
	onTestFinished(() => editor.destroy())
	const video = '/media/018f0000-0000-4000-8000-000000000000/intro-1280x720.mp4'
	const source = `![A first call](${video} "captions: en")\n\n![A desk](/media/desk.png)`
	editor.commands.setContent(parseMarkdown(editor.schema, source).doc.toJSON() as object)
	const page = editor.view.dom
	const player = page.querySelector('video')
	expect([player?.getAttribute('src'), player?.controls, player?.getAttribute('aria-label')]).toEqual([video, true, 'A first call'])
	player?.click()
	expect(readSelected(editor)).toMatchObject({ kind: 'video', alt: 'A first call', title: 'captions: en' })
	expect(player?.parentElement?.textContent).toBe('A first call')
	expect([...page.querySelectorAll('img:not(.ProseMirror-separator)')].map((each) => each.getAttribute('alt'))).toEqual(['A desk'])
})

test('the caption of a picture is below it', () => {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock] })
	onTestFinished(() => editor.destroy())
	const source = '![A desk](/media/desk.png "Where it began")\n\n![A loaf](/media/loaf.png)'
	editor.commands.setContent(parseMarkdown(editor.schema, source).doc.toJSON() as object)
	expect([...editor.view.dom.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['Where it began', ''])
	expect(editor.view.dom.querySelector('p img:not(.ProseMirror-separator)')?.getAttribute('alt')).toBe('A desk')
	editor.commands.setNodeSelection(1)
	expect(readSelected(editor)).toMatchObject({ kind: 'picture', alt: 'A desk', title: 'Where it began' })
})

test('a file from Media is a box with its name, kind and size; audio has a player', () => {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock] })
	onTestFinished(() => editor.destroy())
	const folder = '/media/018f0000-0000-4000-8000-000000000000'
	const source = `![Workbook](${folder}/workbook-430kb.pdf)\n\n![](${folder}/talk-2000kb.mp3)\n\n![Intro](https://youtu.be/dQw4w9WgXcQ)`
	editor.commands.setContent(parseMarkdown(editor.schema, source).doc.toJSON() as object)
	const [workbook, talk, intro] = editor.view.dom.querySelectorAll('p')
	expect([intro?.textContent, intro?.querySelector('iframe, video, img[src]')]).toEqual(['Intro▶ Video from YouTube', null])
	expect([workbook?.textContent, talk?.textContent]).toEqual(['WorkbookPDF, 430 kB', 'Untitled fileMP3 audio, 2 MB'])
	expect([workbook?.querySelector('audio'), talk?.querySelector('audio')?.getAttribute('src')]).toEqual([null, `${folder}/talk-2000kb.mp3`])
	editor.commands.setNodeSelection(1)
	expect(readSelected(editor)).toMatchObject({ kind: 'file', alt: 'Workbook', title: null })
})
