import type { DocumentBlock } from './port.ts'
import { drawArtifact, INK_COLOR, RULE_COLOR, FONT_SIZES, drawTagged, type Pdf, type Sheet } from './sheet.ts'

/** Returns a function that measures text in the current font and size. Caches the width of each character. */
function measureIn(pdf: Pdf): (text: string) => number {
	const known = new Map<string, number>()
	return (text) => {
		let width = 0
		for (const character of text) {
			let own = known.get(character)
			if (own === undefined) known.set(character, (own = pdf.widthOfString(character)))
			width += own
		}
		return width
	}
}

function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
	const pieces: string[] = []
	let piece = ''
	let used = 0
	for (const character of word) {
		const own = measure(character)
		if (piece !== '' && used + own > width) {
			pieces.push(piece)
			piece = ''
			used = 0
		}
		piece += character
		used += own
	}
	return [...pieces, piece]
}

/** Wraps text into lines of at most `width` points and keeps its line breaks. */
function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
	return text.split(/\r\n?|\n/).flatMap((paragraph) => {
		const lines: string[] = []
		let line = ''
		let used = 0
		for (const word of paragraph.replaceAll(/\p{Cc}/gu, ' ').split(' ')) {
			const own = measure(word)
			if (line !== '' && used + measure(' ') + own <= width) {
				line += ` ${word}`
				used += measure(' ') + own
				continue
			}
			if (line !== '') lines.push(line)
			const pieces = own > width ? breakWord(word, width, measure) : [word]
			lines.push(...pieces.slice(0, -1))
			line = pieces.at(-1) ?? ''
			used = measure(line)
		}
		return [...lines, line]
	})
}

type Table = Extract<DocumentBlock, { kind: 'table' }>
type Column = { x: number; width: number }
/** Row of a table. Each cell is a list of wrapped lines. */
type Row = { tick?: boolean; cells: readonly (readonly string[])[]; isHead: boolean }
type Parts = { sheet: Sheet; element: PDFKit.PDFStructureElement; columns: readonly Column[]; head: Row; lineHeight: number }

const PADDING = 4
const BOX = 10
const TICK_COLUMN = 24
/** Minimum height of a row in points: enough to write in an empty cell. */
const MIN_HEIGHT = 30
/** Minimum lines on each page of a row that has to be split. */
const MIN_LINES = 4

/** Lays out a table, with the header repeated on each page. A row longer than a page continues on the next one. */
export function layOutTable(sheet: Sheet, table: Table): void {
	const { pdf } = sheet
	const columns = columnsOf(sheet, table)
	const wrapper = (isHead: boolean) => {
		setFont(pdf, isHead)
		const measure = measureIn(pdf)
		return (cells: readonly string[]) => cells.map((cell, index) => wrapText(cell, (columns[index]?.width ?? 0) - 2 * PADDING, measure))
	}
	const element = pdf.struct('Table')
	sheet.root.add(element)
	const head: Row = { cells: wrapper(true)(table.head), isHead: true }
	const wrap = wrapper(false)
	const parts: Parts = { sheet, element, columns, head, lineHeight: pdf.currentLineHeight(true) }
	drawPiece(parts, head)
	for (const row of table.rows) drawRow(parts, { ...row, cells: wrap(row.cells), isHead: false })
	element.end()
	pdf.y += 8
}

function columnsOf(sheet: Sheet, { widths, rows }: Table): Column[] {
	const ticks = rows.some(({ tick }) => tick !== undefined) ? TICK_COLUMN : 0
	const shares = widths.reduce((sum, width) => sum + width, 0)
	let x = sheet.pdf.page.margins.left + ticks
	return widths.map((share) => {
		const column = { x, width: ((sheet.width - ticks) * share) / shares }
		x += column.width
		return column
	})
}

function setFont(pdf: Pdf, isHead: boolean) {
	pdf.font(isHead ? 'strong' : 'regular').fontSize(FONT_SIZES.cell)
}

const lineCount = ({ cells }: Row) => Math.max(1, ...cells.map((lines) => lines.length))
const heightOf = ({ lineHeight }: Parts, row: Row) => Math.max(row.isHead ? 0 : MIN_HEIGHT, lineCount(row) * lineHeight + 2 * PADDING)

function drawRow(parts: Parts, row: Row): void {
	const { sheet, lineHeight } = parts
	const { pdf } = sheet
	const page = sheet.bottom - pdf.page.margins.top - heightOf(parts, parts.head)
	let rest = row
	for (;;) {
		const room = sheet.bottom - pdf.y
		const height = heightOf(parts, rest)
		if (height <= room) return drawPiece(parts, rest)
		// Move the row to the next page if it fits there as a whole; only a longer row is split.
		const lines = Math.floor((room - 2 * PADDING) / lineHeight)
		if (height <= page || lines < MIN_LINES) {
			pdf.addPage()
			drawPiece(parts, parts.head)
			continue
		}
		drawPiece(parts, { ...rest, cells: rest.cells.map((cell) => cell.slice(0, lines)) })
		rest = { cells: rest.cells.map((cell) => cell.slice(lines)), isHead: false }
	}
}

function drawPiece(parts: Parts, row: Row): void {
	const { sheet, element, columns, lineHeight } = parts
	const { pdf } = sheet
	const top = pdf.y
	const height = heightOf(parts, row)
	const line = pdf.struct('TR')
	element.add(line)
	const { tick } = row
	if (tick !== undefined) {
		const box = { x: pdf.page.margins.left, y: top + PADDING + 1, isTicked: tick }
		drawTagged(pdf, { parent: line, tag: 'TD', alt: tick ? 'Done' : 'Not done' }, () => drawBox(pdf, box))
	}
	setFont(pdf, row.isHead)
	pdf.fillColor(INK_COLOR)
	row.cells.forEach((lines, index) => {
		const x = (columns[index]?.x ?? 0) + PADDING
		drawTagged(pdf, { parent: line, tag: row.isHead ? 'TH' : 'TD' }, () =>
			lines.forEach((text, number) => pdf.text(text, x, top + PADDING + number * lineHeight, { lineBreak: false })),
		)
	})
	line.end()
	drawArtifact(pdf, () => drawRule(sheet, { y: top + height, isStrong: row.isHead }))
	pdf.y = top + height
}

function drawRule({ pdf, width }: Sheet, { y, isStrong }: { y: number; isStrong: boolean }): void {
	const { left } = pdf.page.margins
	pdf
		.moveTo(left, y)
		.lineTo(left + width, y)
		.lineWidth(isStrong ? 1.2 : 0.6)
		.strokeColor(isStrong ? INK_COLOR : RULE_COLOR)
		.stroke()
}

function drawBox(pdf: Pdf, { x, y, isTicked }: { x: number; y: number; isTicked: boolean }): void {
	pdf.rect(x, y, BOX, BOX).lineWidth(0.9).strokeColor(INK_COLOR).stroke()
	if (!isTicked) return
	pdf
		.moveTo(x + 2, y + 5.5)
		.lineTo(x + 4.3, y + 8)
		.lineTo(x + 8.2, y + 2.3)
		.lineWidth(1.5)
		.stroke()
}
