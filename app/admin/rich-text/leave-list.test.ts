import { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Editor as ReactEditor } from '@tiptap/react'
import { expect, onTestFinished, test } from 'vitest'

import { insertFromMenu, listInsertions } from './commands.ts'
import { insertMedia } from './insert-media.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

const PICTURE = '![A loaf](/media/loaf.png)'

/** Opens an editor with the cursor where the source has `|`, or on the empty line that replaces `HERE`: Markdown lists can’t have one. */
function open(source: string) {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock] }) as ReactEditor
	onTestFinished(() => editor.destroy())
	const original = parseMarkdown(editor.schema, source)
	editor.commands.setContent(original.doc.toJSON() as object)
	const find = (text: string) => {
		let found = -1
		editor.state.doc.descendants((node, at) => void (node.isText && node.text?.includes(text) && (found = at + node.text.indexOf(text))))
		return found
	}
	const [empty, bar] = [find('HERE'), find('|')]
	if (empty >= 0) editor.commands.deleteRange({ from: empty, to: empty + 4 })
	else
		editor
			.chain()
			.deleteRange({ from: bar, to: bar + 1 })
			.run()
	editor.commands.setTextSelection(empty >= 0 ? empty : bar)
	// Undo reverts only what follows.
	editor.view.dispatch(closeHistory(editor.state.tr))
	const before = editor.state.doc
	return { editor, before, text: () => printMarkdown(editor.state.doc, original).trim() }
}

const PLACES: readonly (readonly [string, string, string])[] = [
	['the only bullet', '- HERE', 'BLOCK'],
	['the last bullet', '- one\n- HERE\n\nEnd.', '- one\n\nBLOCK\n\nEnd.'],
	['the first bullet', '- HERE\n- two', 'BLOCK\n\n- two'],
	['a bullet in between', '- one\n- HERE\n- three', '- one\n\nBLOCK\n\n- three'],
	['a number in between', '1. one\n2. HERE\n3. three', '1. one\n\nBLOCK\n\n3. three'],
	['a checkbox', '- [x] one\n- [ ] HERE', '- [x] one\n\nBLOCK'],
	['a nested bullet', '- one\n  - a\n  - HERE\n- two', '- one\n  - a\n- two\n\nBLOCK'],
	['the only nested bullet', '- one\n  - HERE', '- one\n\nBLOCK'],
	['a bullet with text', '- one|\n- two', '- one\n- two\n\nBLOCK'],
	['a bullet of a tip', '> [!tip]\n> - one\n> - HERE', '> [!tip]\n>\n> - one\n>\n> BLOCK'],
]

test.each(PLACES)('an inserted picture leaves the list: %s', (_, source, after) => {
	const { editor, before, text } = open(source)
	insertMedia(editor, { url: '/media/loaf.png', alt: 'A loaf', title: null })
	expect(text()).toBe(after.replace('BLOCK', PICTURE))
	editor.commands.undo()
	expect(editor.state.doc.toJSON()).toEqual(before.toJSON())
})

const add = (editor: ReactEditor, name: string) => {
	const found = listInsertions('lesson').find((each) => each.name === name)
	if (found) insertFromMenu(editor, found, () => {})
}

test.each(PLACES)('a heading leaves the list, and so does a divider: %s', (_, source, after) => {
	const heading = open(source)
	add(heading.editor, 'Heading')
	heading.editor.commands.insertContent('Title')
	expect(heading.text()).toBe(after.replace('BLOCK', '## Title'))
	const divider = open(source)
	add(divider.editor, 'Divider')
	expect(divider.text().replaceAll(/^(?:> )?\n?$/gm, '')).toContain('---')
	divider.editor.commands.undo()
	expect(divider.editor.state.doc.toJSON()).toEqual(divider.before.toJSON())
})

test('after a picture, the cursor is on a new line after it; in a text, it is inserted as before', () => {
	const { editor, text } = open('- one\n- HERE')
	insertMedia(editor, { url: '/media/loaf.png', alt: 'A loaf', title: null })
	editor.commands.insertContent('More.')
	expect(text()).toBe(`- one\n\n${PICTURE}\n\nMore.`)
	const plain = open('One|')
	insertMedia(plain.editor, { url: '/media/loaf.png', alt: 'A loaf', title: null })
	expect(plain.text()).toBe(`One\n\n${PICTURE}`)
})

test.each(['Bulleted list', 'Numbered list', 'Checklist'])('%s changes the list instead of leaving it', (name) => {
	const { editor, text } = open('+ one|')
	add(editor, name)
	expect(text()).toMatch(name === 'Bulleted list' ? /^one$/ : /^(?:1\.|- \[ \]) one$/)
})

test('a picture or file dropped on a heading follows it', () => {
	const { editor, text } = open('## Tit|le\n\nText.')
	insertMedia(editor, { url: '/media/loaf.png', alt: 'A loaf', title: null })
	expect(text()).toBe(`## Title\n\n${PICTURE}\n\nText.`)
})
