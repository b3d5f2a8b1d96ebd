import type { FileChild, IRunOptions, ParagraphChild } from 'docx'

import type { DocumentBlock, PrintedDocument } from './port.ts'

type Docx = typeof import('docx')
type Block<K extends DocumentBlock['kind']> = Extract<DocumentBlock, { kind: K }>

const NUMBERS = 'numbers'
/** Width of the text on a page, in twentieths of a point (A4, 20 mm margins). */
const TEXT_WIDTH = { portrait: 9638, landscape: 14_570 }
const MARGIN = 1134
const INDENT = 400
const WRITING_LINE = 440

/** Creates a Word document with real headings, lists, tables with a header row, and clickable checkboxes. */
export async function writeDocx(source: PrintedDocument): Promise<Uint8Array> {
	const docx = await import('docx')
	const width = TEXT_WIDTH[source.isLandscape ? 'landscape' : 'portrait']
	let lists = 0
	const children: FileChild[] = [new docx.Paragraph({ text: source.title, heading: docx.HeadingLevel.HEADING_1 })]
	for (const block of source.blocks) children.push(...writeBlock(docx, block, { width, list: (lists += 1) }))
	const file = new docx.Document({
		title: source.title,
		subject: source.subject,
		creator: source.publisher,
		lastModifiedBy: source.publisher,
		styles: { default: { document: { run: { font: 'Noto Sans', size: 21 }, paragraph: { spacing: { after: 120 } } } } },
		numbering: { config: [{ reference: NUMBERS, levels: [numberLevel(docx)] }] },
		sections: [
			{
				properties: { page: { margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN }, size: pageSize(docx, source) } },
				footers: { default: new docx.Footer({ children: [foot(docx, source)] }) },
				children,
			},
		],
	})
	return new Uint8Array(await docx.Packer.toBuffer(file))
}

const pageSize = ({ PageOrientation }: Docx, { isLandscape }: PrintedDocument) => ({
	width: 11_906,
	height: 16_838,
	orientation: isLandscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
})

const numberLevel = ({ LevelFormat, AlignmentType }: Docx) => ({
	level: 0,
	format: LevelFormat.DECIMAL,
	text: '%1.',
	alignment: AlignmentType.START,
	style: { paragraph: { indent: { left: INDENT, hanging: INDENT } } },
})

function foot({ Paragraph, TextRun, PageNumber }: Docx, { publisher, title }: PrintedDocument) {
	return new Paragraph({
		children: [new TextRun({ size: 16, children: [`${publisher} · ${title} · `, PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
	})
}

type BlockContext = { width: number; /** Number of the block, so that each numbered list starts at 1. */ list: number }

function writeBlock(docx: Docx, block: DocumentBlock, { width, list }: BlockContext): FileChild[] {
	const { HeadingLevel, Paragraph } = docx
	switch (block.kind) {
		case 'heading':
			return [
				new Paragraph({ text: block.text, heading: block.level === 3 ? HeadingLevel.HEADING_3 : HeadingLevel.HEADING_2, keepNext: true }),
			]
		case 'text':
			return [new Paragraph({ text: block.text })]
		case 'list':
			return writeList(docx, block, list)
		case 'field':
			return writeField(docx, block)
		case 'table':
			return [writeTable(docx, block, width), new Paragraph({})]
		case 'callout':
			return [aside(docx, [{ text: block.label, bold: true }, ...block.text.split('\n').map((text) => ({ text }))])]
		case 'copy':
			return [
				aside(
					docx,
					block.lines.map((text) => ({ text, font: 'Courier New', size: 18 })),
				),
			]
		case 'page-break':
			return [new Paragraph({ pageBreakBefore: true })]
	}
}

function writeList(docx: Docx, { items, marker = 'number' }: Block<'list'>, instance: number): FileChild[] {
	const { CheckBox, Paragraph, TextRun } = docx
	return items.map((text) => {
		if (marker === 'number') return new Paragraph({ text, numbering: { reference: NUMBERS, level: 0, instance } })
		if (marker === 'bullet') return new Paragraph({ text, bullet: { level: 0 } })
		return new Paragraph({ indent: { left: INDENT, hanging: INDENT }, children: [new CheckBox(), new TextRun(`  ${text}`)] })
	})
}

function writeField(docx: Docx, { label, value, lines = 1 }: Block<'field'>): FileChild[] {
	const { BorderStyle, Paragraph } = docx
	if (value.trim() !== '') return [new Paragraph({ text: `${label}: ${value}` })]
	const border = { bottom: { style: BorderStyle.SINGLE, size: 4, space: 1, color: '807A6B' } }
	const rule = () => new Paragraph({ border, spacing: { before: WRITING_LINE / 2, after: 60 } })
	return [new Paragraph({ text: `${label}:`, keepNext: true }), ...Array.from({ length: lines }, rule)]
}

function writeTable(docx: Docx, { head, widths, rows }: Block<'table'>, width: number) {
	const { CheckBox, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } = docx
	const sum = widths.reduce((total, share) => total + share, 0)
	const columns = widths.map((share) => Math.floor((width * share) / sum))
	const cell = (children: ParagraphChild[], place: number) =>
		new TableCell({
			width: { size: columns[place] ?? 0, type: WidthType.DXA },
			margins: { top: 60, bottom: 60, left: 80, right: 80 },
			children: [new Paragraph({ children, spacing: { after: 0 } })],
		})
	const row = (cells: readonly string[], { tick, ...run }: IRunOptions & { tick?: boolean | undefined }) =>
		cells.map((text, place) =>
			cell(
				[...(place === 0 && tick !== undefined ? [new CheckBox({ checked: tick }), new TextRun('  ')] : []), new TextRun({ text, ...run })],
				place,
			),
		)
	return new Table({
		width: { size: width, type: WidthType.DXA },
		columnWidths: columns,
		rows: [
			new TableRow({ tableHeader: true, cantSplit: true, children: row(head, { bold: true }) }),
			...rows.map(({ tick, cells }) => new TableRow({ cantSplit: true, children: row(cells, { tick }) })),
		],
	})
}

/** Formats an aside as one paragraph with a line break between its lines. */
function aside({ BorderStyle, Paragraph, TextRun }: Docx, lines: readonly (IRunOptions & { text: string })[]) {
	return new Paragraph({
		indent: { left: INDENT },
		border: { left: { style: BorderStyle.SINGLE, size: 16, space: 8, color: '807A6B' } },
		children: lines.map((line, index) => new TextRun({ ...line, ...(index > 0 && { break: 1 }) })),
	})
}
