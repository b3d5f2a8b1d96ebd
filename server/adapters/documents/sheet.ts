export type Pdf = PDFKit.PDFDocument

export const FONT_SIZES = { title: 22, heading: 14, subheading: 11.5, text: 10.5, cell: 9, foot: 8 } as const
export const RULE_COLOR = '#807a6b'
export const INK_COLOR = '#1b2333'

/** State of the layout: position, fonts and the PDF's structure tree, whose root is `root`. */
export class Sheet {
	readonly pdf: Pdf
	readonly root: PDFKit.PDFStructureElement

	constructor(pdf: Pdf) {
		this.pdf = pdf
		this.root = pdf.struct('Document')
		pdf.addStructure(this.root)
		pdf.fillColor(INK_COLOR)
	}

	get width(): number {
		const { width, margins } = this.pdf.page
		return width - margins.left - margins.right
	}

	get bottom(): number {
		return this.pdf.page.height - this.pdf.page.margins.bottom
	}
}

export function ensurePageSpace(sheet: Sheet, height: number): void {
	if (sheet.pdf.y + height > sheet.bottom) sheet.pdf.addPage()
}

/** Draws rules, boxes or page footers as artifacts, which screen readers skip. */
export function drawArtifact(pdf: Pdf, draw: () => void): void {
	pdf.markContent('Artifact', { type: 'Layout' })
	draw()
	pdf.endMarkedContent()
}

type Tagging = { parent: PDFKit.PDFStructureElement; tag: string; alt?: string }

export function drawTagged(pdf: Pdf, { parent, tag, ...options }: Tagging, draw: () => void): void {
	const element = pdf.struct(tag, options)
	parent.add(element)
	element.add(pdf.markStructureContent(tag))
	draw()
	pdf.endMarkedContent()
	element.end()
}

type Paragraph = { tag: 'H1' | 'H2' | 'H3' | 'P'; text: string; size: number; isStrong?: boolean }

export function paragraph(sheet: Sheet, { tag, text, size, isStrong = false }: Paragraph): void {
	const { pdf } = sheet
	pdf
		.font(isStrong ? 'strong' : 'regular')
		.fontSize(size)
		.fillColor(INK_COLOR)
	ensurePageSpace(sheet, Math.min(pdf.heightOfString(text, { width: sheet.width }), sheet.bottom - pdf.page.margins.top))
	drawTagged(pdf, { parent: sheet.root, tag }, () => pdf.text(text, pdf.page.margins.left, pdf.y, { width: sheet.width }))
	pdf.y += 4
}

/** Draws a line to write on. */
export function ruledLine({ pdf, width }: Sheet, { y, indent }: { y: number; indent: number }): void {
	const { left } = pdf.page.margins
	drawArtifact(pdf, () =>
		pdf
			.moveTo(left + indent, y)
			.lineTo(left + width, y)
			.lineWidth(0.6)
			.strokeColor(RULE_COLOR)
			.stroke(),
	)
}
