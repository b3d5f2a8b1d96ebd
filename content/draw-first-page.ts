import { htmlElement, type HtmlNode } from './render-figure/html-tree.ts'
import type { LibraryDocument, SheetDocument, DocumentTextBlock, TextDocument } from './schema/document.ts'

/** Long side of A4 in points; workbooks are landscape. */
const LONG = 842
const SHORT = 595
const MARGIN = 56
/** Average width of a character, relative to the font size. */
const LETTER = 0.52
/** Maximum length of readable texts, which are headings and column names, never sentences. Longer ones are truncated. */
const MAX_LETTERS = 40

const INK = '#1b2333'
const SOFT = '#cfc8b8'
const RULE = '#807a6b'
const TINT = '#efe8d8'

type Pen = { y: number; bottom: number; width: number; drawn: HtmlNode[] }

const lettersOf = (width: number, size: number) => Math.floor(width / (size * LETTER))
const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`)

const box = (place: { x: number; y: number; width: number; height: number }, fill: string, stroke?: string): HtmlNode =>
	htmlElement('rect', { ...place, fill, ...(stroke === undefined ? {} : { stroke }) })

function words(pen: Pen, text: string, { x = MARGIN, y = pen.y, size = 10, width = pen.width, isStrong = false }): void {
	const shown = cut(text, Math.min(MAX_LETTERS, lettersOf(width, size)))
	pen.drawn.push(htmlElement('text', { x, y, fontSize: size, fill: INK, ...(isStrong ? { fontWeight: 'bold' } : {}) }, shown))
}

const rule = (pen: Pen, { x = MARGIN, y = pen.y, width = pen.width }): void => void pen.drawn.push(box({ x, y, width, height: 0.8 }, RULE))

function bars(pen: Pen, text: string, { x = MARGIN, width = pen.width, size = 10.5 }): void {
	const letters = Math.max(1, lettersOf(width, size))
	const lines = Math.ceil(text.length / letters)
	for (let line = 0; line < lines && pen.y + 14 < pen.bottom; line += 1) {
		const share = line < lines - 1 ? 1 : Math.max(0.12, (text.length - line * letters) / letters)
		pen.drawn.push(box({ x, y: pen.y + 4, width: Math.round(width * share), height: 6 }, SOFT))
		pen.y += 15
	}
}

const tickBox = (pen: Pen, x: number): void => void pen.drawn.push(box({ x, y: pen.y + 2, width: 9, height: 9 }, 'none', RULE))

function drawList(pen: Pen, items: readonly string[], hasBoxes: boolean): void {
	for (const item of items) {
		if (pen.y + 16 > pen.bottom) return
		if (hasBoxes) tickBox(pen, MARGIN)
		else pen.drawn.push(htmlElement('circle', { cx: MARGIN + 4, cy: pen.y + 7, r: 2.2, fill: INK }))
		bars(pen, item, { x: MARGIN + 18, width: pen.width - 18 })
		pen.y += 3
	}
	pen.y += 6
}

function drawTable(pen: Pen, { head, rows }: Extract<DocumentTextBlock, { kind: 'table' }>): void {
	const width = pen.width / head.length
	pen.y += 12
	head.forEach((title, index) => words(pen, title, { x: MARGIN + index * width, size: 9, width: width - 8, isStrong: true }))
	pen.y += 5
	rule(pen, {})
	for (const { hasBox, cells } of rows) {
		if (pen.y + 26 > pen.bottom) return
		const top = pen.y
		const ends = cells.map((cell, index) => {
			pen.y = top + 5
			if (hasBox && index === 0) tickBox(pen, MARGIN)
			const indent = hasBox && index === 0 ? 16 : 0
			bars(pen, cell, { x: MARGIN + index * width + indent, width: width - 12 - indent, size: 9 })
			return pen.y
		})
		pen.y = Math.min(pen.bottom, Math.max(top + 22, ...ends.map((end) => end + 4)))
		rule(pen, {})
	}
	pen.y += 14
}

function drawField(pen: Pen, label: string, lines: number): void {
	words(pen, `${label}:`, { y: pen.y + 11 })
	const shown = Math.min(label.length + 2, MAX_LETTERS) * 10 * LETTER
	for (let line = 0; line < lines && pen.y + 16 < pen.bottom; line += 1) {
		const indent = line === 0 ? shown : 0
		rule(pen, { x: MARGIN + indent, y: pen.y + 14, width: pen.width - indent })
		pen.y += 22
	}
}

function drawAside(pen: Pen, lines: readonly string[], color: string): void {
	const top = pen.y
	for (const line of lines) {
		if (line === '') pen.y += 10
		else bars(pen, line, { x: MARGIN + 14, width: pen.width - 14 })
	}
	pen.drawn.push(box({ x: MARGIN, y: top, width: 4, height: Math.max(8, pen.y - top) }, color))
	pen.y += 8
}

function drawBlock(pen: Pen, block: Exclude<DocumentTextBlock, { kind: 'page-break' }>): void {
	switch (block.kind) {
		case 'heading': {
			const size = block.level === 2 ? 14 : 11.5
			pen.y += size + 12
			words(pen, block.text, { size, isStrong: true })
			pen.y += 8
			return
		}
		case 'text':
			bars(pen, block.text, {})
			pen.y += 7
			return
		case 'list':
			return drawList(pen, block.items, false)
		case 'checklist':
			return drawList(pen, block.items, true)
		case 'table':
			return drawTable(pen, block)
		case 'field':
			return drawField(pen, block.label, block.lines)
		case 'callout':
			return drawAside(pen, [block.text], '#e0a31f')
		case 'copy':
			return drawAside(pen, block.lines, RULE)
	}
}

function drawText({ title, blocks }: TextDocument): HtmlNode[] {
	const pen: Pen = { y: MARGIN + 22, bottom: LONG - MARGIN, width: SHORT - MARGIN * 2, drawn: [] }
	words(pen, title, { size: 22, isStrong: true })
	pen.y += 12
	for (const block of blocks) {
		if (block.kind === 'page-break' || pen.y + 30 > pen.bottom) break
		drawBlock(pen, block)
	}
	return pen.drawn
}

/** Draws the first sheet without data: column names and empty rows. Computed columns are gray. */
function drawSheet({ title, sheets }: SheetDocument): HtmlNode[] {
	const pen: Pen = { y: MARGIN + 22, bottom: SHORT - MARGIN, width: LONG - MARGIN * 2, drawn: [] }
	words(pen, title, { size: 22, isStrong: true })
	const [first] = sheets
	if (!first) return pen.drawn
	pen.y += 26
	words(pen, first.name, { size: 13, isStrong: true })
	pen.y += 12
	const all = first.columns.reduce((sum, { width }) => sum + width, 0)
	let x = MARGIN
	const top = pen.y
	for (const { title: column, width, formula } of first.columns) {
		const share = (width / all) * pen.width
		pen.drawn.push(box({ x, y: top, width: share, height: 22 }, TINT))
		if (formula !== undefined) pen.drawn.push(box({ x, y: top + 22, width: share, height: pen.bottom - top - 22 }, TINT))
		words(pen, column, { x: x + 4, y: top + 15, size: 9, width: share - 6, isStrong: true })
		pen.drawn.push(box({ x, y: top, width: 0.8, height: pen.bottom - top }, RULE))
		x += share
	}
	pen.drawn.push(box({ x, y: top, width: 0.8, height: pen.bottom - top }, RULE))
	for (let y = top; y <= pen.bottom; y += 22) rule(pen, { y })
	return pen.drawn
}

/** Returns the width and height of a document's picture, in points. */
export const pictureSize = ({ kind }: Pick<LibraryDocument, 'kind'>): { width: number; height: number } =>
	kind === 'sheet' ? { width: LONG, height: SHORT } : { width: SHORT, height: LONG }

/**
 * Draws a document's first page. Headings and labels are readable, but truncated if long. All other text is drawn as bars, so that the
 * picture of a paid document reveals no sentence.
 */
export function drawFirstPage(document: LibraryDocument): HtmlNode {
	const { width, height } = pictureSize(document)
	return htmlElement(
		'svg',
		{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, fontFamily: 'Georgia, serif' },
		box({ x: 0, y: 0, width, height }, '#fffdf8'),
		...(document.kind === 'sheet' ? drawSheet(document) : drawText(document)),
	)
}
