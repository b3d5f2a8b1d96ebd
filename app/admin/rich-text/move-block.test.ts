import { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { expect, onTestFinished, test } from 'vitest'

import { moveBlock } from './move-block.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

function open(source: string, selected: string) {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock] })
	onTestFinished(() => editor.destroy())
	editor.commands.setContent(parseMarkdown(editor.schema, source).doc.toJSON() as object)
	const original = { ...parseMarkdown(editor.schema, source), doc: editor.state.doc }
	editor.state.doc.descendants((node, at) => {
		if (node.isText && node.text?.includes(selected)) editor.commands.setTextSelection(at + 1)
		if (node.type.name === 'sourceBlock' && selected === 'BLOCK') editor.commands.setNodeSelection(at)
	})
	const move = (by: 'up' | 'down') => editor.commands.command(({ tr }) => moveBlock(tr, by))
	return { editor, move, text: () => printMarkdown(editor.state.doc, original) }
}

test.each([
	['a paragraph', 'One\n\n* Two\n\nThree', 'Three', 'up', 'One\n\nThree\n\n* Two'],
	['a heading', '# One\n\nTwo\n\nThree', 'One', 'down', 'Two\n\n# One\n\nThree'],
	['an item of a list', 'One\n\n- a\n- b\n- c', 'b', 'up', 'One\n\n- b\n- a\n- c'],
	['an item with those below it', '- a\n- b\n  - b1\n- c', 'b', 'down', '- a\n- c\n- b\n  - b1'],
	['a nested item', '- a\n  - a1\n  - a2\n- b', 'a2', 'up', '- a\n  - a2\n  - a1\n- b'],
	['a list with one item', 'One\n\n- a', 'a', 'up', '- a\n\nOne'],
	['a table', '| a |\n| - |\n| b |\n\nOne', 'b', 'down', 'One\n\n| a |\n| - |\n| b |'],
] as const)('%s is moved; the other blocks keep their Markdown', (_, source, selected, by, expected) => {
	const { move, text } = open(source, selected)
	expect([move(by), text()]).toEqual([true, expected])
})

test.each([
	['One\n\nTwo', 'One', 'up'],
	['One\n\nTwo', 'Two', 'down'],
	['One\n\n- a\n- b', 'a', 'up'],
] as const)('nothing is moved past an end: %j', (source, selected, by) => {
	const { move, text } = open(source, selected)
	expect([move(by), text()]).toEqual([false, source])
})

test('a list of several items moves once all of them are selected', () => {
	const { editor, move, text } = open('One\n\n- a\n- b\n\nTwo', 'a')
	editor.commands.setTextSelection({ from: editor.state.selection.from, to: editor.state.doc.content.size - 8 })
	expect([move('up'), text()]).toEqual([true, '- a\n- b\n\nOne\n\nTwo'])
})

test('a figure stays selected while it is moved, and a selection of several blocks stays', () => {
	const fence = '```figure\nkind: bars\n```'
	const { editor, move, text } = open(`One\n\n${fence}\n\nTwo`, 'BLOCK')
	expect([move('up'), text()]).toEqual([true, `${fence}\n\nOne\n\nTwo`])
	expect([move('down'), move('down'), text()]).toEqual([true, true, `One\n\nTwo\n\n${fence}`])
	expect(editor.state.selection).toBeInstanceOf(NodeSelection)
	const { doc } = editor.state
	editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, 2, 7)))
	expect([move('down'), text()]).toEqual([true, `${fence}\n\nOne\n\nTwo`])
	const { from, to } = editor.state.selection
	expect(editor.state.doc.textBetween(from, to, ' ')).toBe('ne T')
})
