import { Editor } from '@tiptap/core'
import { CellSelection } from '@tiptap/pm/tables'
import { expect, onTestFinished, test } from 'vitest'

import { parseMarkdown } from './parse-markdown.ts'
import { handlePaste, transformPastedHtml } from './paste.ts'
import { readTables } from './pasted-tables.ts'
import { printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

function open(source = '') {
	const editor = new Editor({ element: document.createElement('div'), extensions: [...SCHEMA_EXTENSIONS, SourceBlock] })
	onTestFinished(() => editor.destroy())
	const original = parseMarkdown(editor.schema, source)
	editor.commands.setContent(original.doc.toJSON() as object)
	return { editor, text: () => printMarkdown(editor.state.doc, original).trim() }
}

function pasteHtml(html: string): string {
	const { editor, text } = open()
	editor.commands.setContent(transformPastedHtml(html, false))
	return text()
}

// The content security policy blocks inline styles, so the browser doesn't parse them: only their text can be read.
test('text from Google Docs keeps its bold and italic words and links, without line breaks between paragraphs', () => {
	const pasted = pasteHtml(`<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">
		<h2 dir="ltr"><span style="font-weight:700;">Heading</span></h2>
		<p dir="ltr"><span style="font-weight:400;">Plain </span><span style="font-weight:700;font-style:normal">bold</span><span style="font-weight:400;font-style:italic"> italic </span><a href="https://www.google.com/url?q=https://example.org/a?b%3D1&amp;sa=D&amp;source=editors"><span>link</span></a></p><br />
		<ul><li dir="ltr"><p dir="ltr"><span style="font-weight:400;">One</span></p></li></ul></b>`)
	expect(pasted).toBe('## Heading\n\nPlain **bold** *italic* [link](https://example.org/a?b=1)\n\n- One')
	expect(transformPastedHtml('<b style="font-weight:normal"><p>Plain</p></b>', false)).toBe('<p>Plain</p>')
})

test('from Word and other pages, bold by style or element stays bold', () => {
	expect(pasteHtml('<p>A <span style="font-weight:bold">bold</span> and <b>strong</b> word</p>')).toBe('A **bold** and **strong** word')
	expect(pasteHtml('<p>One<br>two</p>')).toBe('One\\\ntwo')
})

test('lists from Word keep their levels and kinds', () => {
	const line = (level: number, mark: string, words: string) =>
		`<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span>${words}</p>`
	const pasted = [line(1, '·', 'One'), line(2, 'o', 'In it'), line(3, '1.', 'Deep'), line(1, '·', 'Two'), line(1, '1.', 'First')]
	expect(pasteHtml(`${pasted.join('')}<p>After</p>${line(2, 'o', 'Only nested')}`)).toBe(
		'- One\n  - In it\n    1. Deep\n- Two\n\n1. First\n\nAfter\n\n- Only nested',
	)
})

test('a pasted table has headings, one line in each cell and no merged cells; a table for layout isn’t one', () => {
	expect(pasteHtml('<table><tr><td><p>A</p></td><td>B</td></tr><tr><td><p>x</p><p>y</p></td><td>1<br>2</td></tr></table>')).toBe(
		'| A | B |\n| - | - |\n| x y | 1 2 |',
	)
	expect(pasteHtml('<table><tr><th colspan=2>A</th></tr><tr><td rowspan=2>b</td><td>c</td></tr><tr><td>d</td></tr></table>')).toBe(
		'| A | |\n| - | - |\n| b | c |\n| | d |',
	)
	expect(
		pasteHtml('<table><tr><td><h2>Hi</h2><table><tr><td>One</td><td>Two</td></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>'),
	).toBe('## Hi\n\n| One | Two |\n| - | - |\n| 1 | 2 |')
	expect(pasteHtml('<table><tr><td>Hi</td><td>Ada<table><tr><td>Bye</td></tr></table></td></tr></table>')).toBe('Hi\n\nAda\n\nBye')
})

test('the merged cells of a hostile table are split into a limited number', () => {
	const row = `<tr>${'<td colspan=50 rowspan=50>x</td>'.repeat(3)}</tr>`
	const root = new DOMParser().parseFromString(`<table>${row.repeat(50)}</table>`, 'text/html')
	readTables(root)
	expect(root.querySelectorAll('td, th')).toHaveLength(150 + 2 * 2499)
	expect(root.querySelectorAll('[colspan], [rowspan]')).toHaveLength(0)
})

test('cells copied in the editor don’t become headings of the table they are pasted into', () => {
	const { editor, text } = open('| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |')
	editor.setOptions({ editorProps: { transformPastedHTML: (html) => transformPastedHtml(html, false) } })
	const cells: number[] = []
	editor.state.doc.descendants(({ type }, at) => {
		if (type.name === 'tableCell') cells.push(at)
	})
	const [one = 0, two = 0, three = 0, four = 0] = cells
	const select = (from: number, to: number) =>
		editor.view.dispatch(editor.state.tr.setSelection(CellSelection.create(editor.state.doc, from, to)))
	select(one, two)
	const copied = editor.view.serializeForClipboard(editor.state.selection.content()).dom.innerHTML
	select(three, four)
	editor.view.pasteHTML(copied)
	expect(text()).toBe('| A | B |\n| - | - |\n| 1 | 2 |\n| 1 | 2 |')
	expect(editor.getHTML().match(/<th/g)).toHaveLength(2)
})

function pasteText(source: string, selected: string, pasted: string): { outcome: string; text: string } {
	const { editor, text } = open(source)
	const at = editor.state.doc.textBetween(0, editor.state.doc.content.size).indexOf(selected) + 1
	editor.commands.setTextSelection({ from: at, to: at + selected.length })
	const clipboardData = { getData: (type: string) => (type === 'text/plain' ? pasted : '') }
	const outcome = handlePaste(editor.view, { clipboardData } as unknown as ClipboardEvent)
	return { outcome, text: text() }
}

test.each([
	['See this page.', 'page', 'https://example.org/x', 'See this [page](https://example.org/x).'],
	['See this page.', 'page', ' http://example.org \n', 'See this [page](https://example.org).'],
	['See **this page**.', 'this page', 'https://example.org', 'See [**this page**](https://example.org).'],
	['See this page.', 'page', 'another one', 'See this another one.'],
	['See this page.', 'page', 'https://example.org and more', 'See this [https://example.org](https://example.org) and more.'],
])('in “%s”, pasting over “%s” the text “%s” gives “%s”', (source, selected, pasted, text) => {
	expect(pasteText(source, selected, pasted)).toEqual({ outcome: 'done', text })
})
