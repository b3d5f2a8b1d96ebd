import { Editor } from '@tiptap/core'
import { expect, onTestFinished, test, vi } from 'vitest'

import { LeaveSelected } from './leave-selected.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

const PICTURE = '![A loaf](/media/loaf.png)'
const FIGURE = '```figure\nid: a\n```'

/** Sends an event while the text's picture or block is selected, or the cursor is after it, then types. @returns the new text */
function typeOnSelected(source: string, event: Event, isCursorAfter = false): string {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock, LeaveSelected] })
	onTestFinished(() => editor.destroy())
	const original = parseMarkdown(editor.schema, source)
	editor.commands.setContent(original.doc.toJSON() as object)
	editor.state.doc.descendants(({ type }, at) => void (/^(?:image|sourceBlock)$/.test(type.name) && editor.commands.setNodeSelection(at)))
	if (isCursorAfter) editor.commands.setTextSelection(editor.state.selection.to)
	editor.view.dom.dispatchEvent(event)
	// The text that the browser would insert at the cursor.
	editor.commands.insertContent('More.')
	const typed = printMarkdown(editor.state.doc, original).trim()
	// The editor handles a paste without data a little later, when the test may be over.
	vi.runAllTimers()
	return typed
}

const press = (type: string, key: string, charCode = 0) => new KeyboardEvent(type, { key, charCode, bubbles: true, cancelable: true })
const EVENTS: readonly (readonly [string, () => Event])[] = [
	['a letter', () => press('keypress', 'M', 77)],
	['Enter', () => press('keydown', 'Enter')],
	['a letter on a phone', () => new InputEvent('beforeinput', { inputType: 'insertText', data: 'M', bubbles: true })],
	['an input method', () => new CompositionEvent('compositionstart', { bubbles: true })],
	['a paste', () => new Event('paste', { bubbles: true, cancelable: true })],
]

test.each(EVENTS)('with a selected picture or block, %s starts a paragraph after it', (_, make) => {
	expect(typeOnSelected(`${PICTURE}\n\nThen.`, make())).toBe(`${PICTURE}\n\nMore.\n\nThen.`)
	expect(typeOnSelected(`First.\n\n${FIGURE}`, make())).toBe(`First.\n\n${FIGURE}\n\nMore.`)
})

test.each(EVENTS)('with the cursor after a picture alone in its paragraph, %s starts a paragraph after it', (_, make) => {
	for (const [source, typed] of [
		[PICTURE, `${PICTURE}\n\nMore.`],
		[`${PICTURE}\n\nThen.`, `${PICTURE}\n\nMore.\n\nThen.`],
	] as const)
		expect(typeOnSelected(source, make(), true)).toBe(typed)
	for (const source of [`See ${PICTURE}`, `${PICTURE} here.`, `- ${PICTURE}`])
		if (make().type === 'keypress') expect(typeOnSelected(source, make(), true)).toBe(source.replace(PICTURE, `${PICTURE}More.`))
})

test.each([
	[`See ${PICTURE} here.`, `See ${PICTURE}More. here.`],
	[`- ${PICTURE}`, `- ${PICTURE}More.`],
])('typing with the selected picture of a line continues to the right of it: %s', (source, typed) => {
	expect(typeOnSelected(source, press('keypress', 'M', 77))).toBe(typed)
})
