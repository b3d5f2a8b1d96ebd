import { layOutCallout, layOutCopy } from './lay-out-aside.ts'
import { layOutList } from './lay-out-list.ts'
import { layOutTable } from './lay-out-table.ts'
import type { DocumentBlock, PrintedDocument } from './port.ts'
import { artifact, ensureRoom, paragraph, ruledLine, Sheet, SIZES, type Pdf } from './sheet.ts'

/** Space for handwriting, in points. */
const LINE_HEIGHT = 22

/** Writes all blocks, then the footer of each page. The document needs `bufferPages`. */
export function layOut(pdf: Pdf, source: PrintedDocument): void {
	const sheet = new Sheet(pdf)
	paragraph(sheet, { tag: 'H1', text: source.title, size: SIZES.title, isStrong: true })
	for (const block of source.blocks) layOutBlock(sheet, block)
	sheet.root.end()
	layOutFeet(pdf, source)
}

function layOutBlock(sheet: Sheet, block: DocumentBlock): void {
	const { pdf } = sheet
	switch (block.kind) {
		case 'heading':
			ensureRoom(sheet, 60)
			pdf.y += 10
			return block.level === 3
				? paragraph(sheet, { tag: 'H3', text: block.text, size: SIZES.subheading, isStrong: true })
				: paragraph(sheet, { tag: 'H2', text: block.text, size: SIZES.heading, isStrong: true })
		case 'text':
			return paragraph(sheet, { tag: 'P', text: block.text, size: SIZES.text })
		case 'list':
			return layOutList(sheet, block)
		case 'field':
			return layOutField(sheet, block)
		case 'table':
			return layOutTable(sheet, block)
		case 'callout':
			return layOutCallout(sheet, block)
		case 'copy':
			return layOutCopy(sheet, block)
		case 'page-break':
			pdf.addPage()
	}
}

function layOutField(sheet: Sheet, { label, value, lines = 1 }: Extract<DocumentBlock, { kind: 'field' }>): void {
	if (value.trim() !== '') return paragraph(sheet, { tag: 'P', text: `${label}: ${value}`, size: SIZES.text })
	const { pdf } = sheet
	ensureRoom(sheet, LINE_HEIGHT * lines + 6)
	const top = pdf.y
	paragraph(sheet, { tag: 'P', text: `${label}:`, size: SIZES.text })
	// The first line starts next to the label, the others take the whole width.
	const labelWidth = pdf.widthOfString(`${label}: `)
	for (let line = 0; line < lines; line += 1) ruledLine(sheet, { y: top + 14 + line * LINE_HEIGHT, indent: line === 0 ? labelWidth : 0 })
	pdf.y = top + lines * LINE_HEIGHT - 2
}

function layOutFeet(pdf: Pdf, { publisher, title }: PrintedDocument): void {
	const { start, count } = pdf.bufferedPageRange()
	for (let page = start; page < start + count; page += 1) {
		pdf.switchToPage(page)
		const { left, bottom } = pdf.page.margins
		// The footer is below the margin, where text would otherwise open another page.
		pdf.page.margins.bottom = 0
		artifact(pdf, () => {
			pdf.font('regular').fontSize(SIZES.foot)
			pdf.text(`${publisher} · ${title} · ${page - start + 1} / ${count}`, left, pdf.page.height - bottom + 12, { lineBreak: false })
		})
		pdf.page.margins.bottom = bottom
	}
}
