import type { DocumentBlock } from './port.ts'
import { drawArtifact, ensurePageSpace, INK_COLOR, RULE_COLOR, FONT_SIZES, drawTagged, type Sheet } from './sheet.ts'

const INDENT = 14
const GAP = 3

type Piece = { text: string; isStrong: boolean; size: number }

export function layOutCallout(sheet: Sheet, { label, text }: Extract<DocumentBlock, { kind: 'callout' }>): void {
	sheet.pdf.y += 4
	layOutPieces(sheet, 'Div', [
		{ text: label, isStrong: true, size: FONT_SIZES.cell },
		...text.split('\n').map((line) => ({ text: line, isStrong: false, size: FONT_SIZES.text })),
	])
}

export function layOutCopyableText(sheet: Sheet, { lines }: Extract<DocumentBlock, { kind: 'copy' }>): void {
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
	const left = pdf.page.margins.left + INDENT
	const width = sheet.width - INDENT
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
