import { Editor } from '@tiptap/core'
import { expect, onTestFinished, test } from 'vitest'

import { parseMarkdown } from './parse-markdown.ts'
import { printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

/** Types a text as keys would. */
function type(text: string) {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock] })
	onTestFinished(() => editor.destroy())
	for (const key of text) {
		const { view } = editor
		const { from, to } = view.state.selection
		const insert = () => view.state.tr.insertText(key, from, to)
		const isDone = view.someProp('handleTextInput', (handle) => handle(view, from, to, key, insert))
		if (isDone !== true) view.dispatch(insert())
	}
	return { editor, text: () => printMarkdown(editor.state.doc, parseMarkdown(editor.schema, '')).trim() }
}

const FILE = '/media/018f0000-0000-4000-8000-000000000000'

test.each([
	['[our blog](/blog) and more', '[our blog](/blog) and more'],
	['see [Ada](example.com/a).', 'see [Ada](https://example.com/a).'],
	['[write](mailto:ada@example.com)', '[write](mailto:ada@example.com)'],
	['[here](#prices)', '[here](#prices)'],
	['**[two](/a) [links](/b)**', '**[two](/a) [links](/b)**'],
	['at https://example.com/a?b=1, or', 'at [https://example.com/a?b=1](https://example.com/a?b=1), or'],
])('typed as a link: %s', (typed, expected) => expect(type(typed).text()).toBe(expected))

test.each([
	'[bad](javascript:alert(1)) ',
	'[1](a) ',
	'[a] (/b)',
	'https:// ',
	'xhttps://example.com ',
	'![Far](https://example.com/a.png)',
])('stays text: %s', (typed) => {
	const { editor } = type(typed)
	expect(editor.getText()).toBe(typed)
	expect(editor.getHTML()).not.toMatch(/<a |<img/)
})

test('a typed picture of Media and a video of another site are shown, without what was typed', () => {
	expect(type(`![A desk](${FILE}/desk-800x600.webp)`).editor.getJSON()).toMatchObject({
		content: [{ content: [{ type: 'image', attrs: { src: `${FILE}/desk-800x600.webp`, alt: 'A desk' } }] }],
	})
	expect(type('![Intro](https://youtu.be/dQw4w9WgXcQ) then').text()).toBe('![Intro](https://youtu.be/dQw4w9WgXcQ) then')
})

test('a URL typed as code stays code', () => {
	expect(type('`https://example.com`. So').text()).toBe('`https://example.com`. So')
})

test('undo brings back what was typed', () => {
	const { editor } = type('[our blog](/blog)')
	editor.commands.undoInputRule()
	expect(editor.getText()).toBe('[our blog](/blog)')
})
