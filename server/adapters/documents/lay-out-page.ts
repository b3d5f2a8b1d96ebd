import { layOutTable } from './lay-out-table.ts'
import type { DocumentBlock, PrintedDocument } from './port.ts'
import {
	drawArtifact,
	ensurePageSpace,
	paragraph,
	ruledLine,
	Sheet,
	FONT_SIZES,
	type Pdf,
	INK_COLOR,
	drawTagged,
	RULE_COLOR,
} from './sheet.ts'

const ASIDE_INDENT = 14
const GAP = 3

type Piece = { text: string; isStrong: boolean; size: number }

function layOutCallout(sheet: Sheet, { label, text }: Extract<DocumentBlock, { kind: 'callout' }>): void {
	sheet.pdf.y += 4
	layOutPieces(sheet, 'Div', [
		{ text: label, isStrong: true, size: FONT_SIZES.cell },
		...text.split('\n').map((line) => ({ text: line, isStrong: false, size: FONT_SIZES.text })),
	])
}

function layOutCopyableText(sheet: Sheet, { lines }: Extract<DocumentBlock, { kind: 'copy' }>): void {
	sheet.pdf.y += 4
	layOutPieces(
		sheet,
		'BlockQuote',
		lines.map((text) => ({ text, isStrong: false, size: FONT_SIZES.cell })),
	)
}

function layOutPieces(sheet: Sheet, tag: string, pieces: readonly Piece[]): void {
	const { pdf } = sheet
	const element = pdf.struct(tag)
	sheet.root.add(element)
	const left = pdf.page.margins.left + ASIDE_INDENT
	const width = sheet.width - ASIDE_INDENT
	for (const { text, isStrong, size } of pieces) {
		pdf
			.font(isStrong ? 'strong' : 'regular')
			.fontSize(size)
			.fillColor(INK_COLOR)
		if (text === '') {
			pdf.y += pdf.currentLineHeight(true) / 2
			continue
		}
		const height = pdf.heightOfString(text, { width })
		ensurePageSpace(sheet, Math.min(height, sheet.bottom - pdf.page.margins.top))
		const top = pdf.y
		drawTagged(pdf, { parent: element, tag: 'P' }, () => pdf.text(text, left, top, { width }))
		// If the paragraph continued on the next page, `pdf.y` is above `top` and there is no bar to draw.
		if (pdf.y > top) bar(sheet, top, pdf.y)
		pdf.y += GAP
	}
	element.end()
	pdf.x = pdf.page.margins.left
	pdf.y += 6
}

function bar({ pdf }: Sheet, top: number, bottom: number): void {
	const x = pdf.page.margins.left + 3
	drawArtifact(pdf, () =>
		pdf
			.moveTo(x, top)
			.lineTo(x, bottom + GAP)
			.lineWidth(2)
			.strokeColor(RULE_COLOR)
			.stroke(),
	)
}

type List = Extract<DocumentBlock, { kind: 'list' }>

const INDENT = 18
const BOX = 9

/** Lays out a list. In the structure tree, an L contains an LI per item, with a marker (Lbl) and text (LBody). */
function layOutList(sheet: Sheet, { items, marker = 'number' }: List): void {
	const { pdf } = sheet
	const list = pdf.struct('L')
	sheet.root.add(list)
	const left = pdf.page.margins.left
	const width = sheet.width - INDENT
	items.forEach((text, index) => {
		pdf.font('regular').fontSize(FONT_SIZES.text).fillColor(INK_COLOR)
		ensurePageSpace(sheet, Math.min(pdf.heightOfString(text, { width }), sheet.bottom - pdf.page.margins.top))
		const item = pdf.struct('LI')
		list.add(item)
		const top = pdf.y
		if (marker === 'box')
			drawTagged(pdf, { parent: item, tag: 'Lbl', alt: 'Not done' }, () =>
				pdf
					.rect(left + 1, top + 3.5, BOX, BOX)
					.lineWidth(0.9)
					.strokeColor(INK_COLOR)
					.stroke(),
			)
		else
			drawTagged(pdf, { parent: item, tag: 'Lbl' }, () =>
				pdf.text(marker === 'bullet' ? '•' : `${index + 1}.`, left, top, { lineBreak: false }),
			)
		drawTagged(pdf, { parent: item, tag: 'LBody' }, () => pdf.text(text, left + INDENT, top, { width }))
		item.end()
		pdf.y += 4
	})
	list.end()
	pdf.x = left
	pdf.y += 4
}

const LOGO_HEIGHT = 28

/** Lays out the letterhead. A wide logo contains the name, so the name isn't repeated. */
function layOutLetterhead(sheet: Sheet, { name, logo, isWide }: NonNullable<PrintedDocument['letterhead']>): void {
	const { pdf } = sheet
	const { left } = pdf.page.margins
	const top = pdf.y
	const width = logo ? LOGO_HEIGHT * logo.ratio : 0
	const draw = () => logo && pdf.image(Buffer.from(logo.png, 'base64'), left, top, { fit: [width, LOGO_HEIGHT] })
	if (isWide) drawTagged(pdf, { parent: sheet.root, tag: 'Figure', alt: name }, draw)
	else {
		if (logo) drawArtifact(pdf, draw)
		pdf.font('strong').fontSize(FONT_SIZES.heading).fillColor(INK_COLOR)
		const indent = logo ? width + 10 : 0
		const space = { width: sheet.width - indent }
		const middle = top + Math.max(0, (LOGO_HEIGHT - pdf.heightOfString(name, space)) / 2)
		drawTagged(pdf, { parent: sheet.root, tag: 'P' }, () => pdf.text(name, left + indent, middle, space))
	}
	pdf.x = left
	pdf.y = Math.max(isWide ? 0 : pdf.y, top + LOGO_HEIGHT) + 14
}

/** Height of a line for handwriting, in points. */
const LINE_HEIGHT = 22

/** Lays out a document. The PDF document must be created with `bufferPages`, for the footers. */
export function layOutDocument(pdf: Pdf, source: PrintedDocument): void {
	const sheet = new Sheet(pdf)
	if (source.letterhead) layOutLetterhead(sheet, source.letterhead)
	paragraph(sheet, { tag: 'H1', text: source.title, size: FONT_SIZES.title, isStrong: true })
	for (const block of source.blocks) layOutBlock(sheet, block)
	sheet.root.end()
	layOutFeet(pdf, source)
}

function layOutBlock(sheet: Sheet, block: DocumentBlock): void {
	const { pdf } = sheet
	switch (block.kind) {
		case 'heading':
			ensurePageSpace(sheet, 60)
			pdf.y += 10
			return block.level === 3
				? paragraph(sheet, { tag: 'H3', text: block.text, size: FONT_SIZES.subheading, isStrong: true })
				: paragraph(sheet, { tag: 'H2', text: block.text, size: FONT_SIZES.heading, isStrong: true })
		case 'text':
			return paragraph(sheet, { tag: 'P', text: block.text, size: FONT_SIZES.text })
		case 'list':
			return layOutList(sheet, block)
		case 'field':
			return layOutField(sheet, block)
		case 'table':
			return layOutTable(sheet, block)
		case 'callout':
			return layOutCallout(sheet, block)
		case 'copy':
			return layOutCopyableText(sheet, block)
		case 'page-break':
			pdf.addPage()
	}
}

function layOutField(sheet: Sheet, { label, value, lines = 1 }: Extract<DocumentBlock, { kind: 'field' }>): void {
	if (value.trim() !== '') return paragraph(sheet, { tag: 'P', text: `${label}: ${value}`, size: FONT_SIZES.text })
	const { pdf } = sheet
	ensurePageSpace(sheet, LINE_HEIGHT * lines + 6)
	const top = pdf.y
	paragraph(sheet, { tag: 'P', text: `${label}:`, size: FONT_SIZES.text })
	// The first line starts after the label.
	const labelWidth = pdf.widthOfString(`${label}: `)
	for (let line = 0; line < lines; line += 1) ruledLine(sheet, { y: top + 14 + line * LINE_HEIGHT, indent: line === 0 ? labelWidth : 0 })
	pdf.y = top + lines * LINE_HEIGHT - 2
}

function layOutFeet(pdf: Pdf, { publisher, title }: PrintedDocument): void {
	const { start, count } = pdf.bufferedPageRange()
	for (let page = start; page < start + count; page += 1) {
		pdf.switchToPage(page)
		const { left, bottom } = pdf.page.margins
		// The footer is below the bottom margin, where pdfkit would otherwise start a new page.
		pdf.page.margins.bottom = 0
		drawArtifact(pdf, () => {
			pdf.font('regular').fontSize(FONT_SIZES.foot)
			pdf.text(`${publisher} · ${title} · ${page - start + 1} / ${count}`, left, pdf.page.height - bottom + 12, { lineBreak: false })
		})
		pdf.page.margins.bottom = bottom
	}
}
