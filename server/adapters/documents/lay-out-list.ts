import type { DocumentBlock } from './port.ts'
import { ensureRoom, INK, SIZES, tagged, type Sheet } from './sheet.ts'

type List = Extract<DocumentBlock, { kind: 'list' }>

const INDENT = 18
const BOX = 9

/** A list of the structure tree: L, in it LI with its marker (Lbl) and its words (LBody). */
export function layOutList(sheet: Sheet, { items, marker = 'number' }: List): void {
	const { pdf } = sheet
	const list = pdf.struct('L')
	sheet.root.add(list)
	const left = pdf.page.margins.left
	const width = sheet.width - INDENT
	items.forEach((text, index) => {
		pdf.font('regular').fontSize(SIZES.text).fillColor(INK)
		ensureRoom(sheet, Math.min(pdf.heightOfString(text, { width }), sheet.bottom - pdf.page.margins.top))
		const item = pdf.struct('LI')
		list.add(item)
		const top = pdf.y
		if (marker === 'box')
			tagged(pdf, { parent: item, tag: 'Lbl', alt: 'Not done' }, () =>
				pdf
					.rect(left + 1, top + 3.5, BOX, BOX)
					.lineWidth(0.9)
					.strokeColor(INK)
					.stroke(),
			)
		else
			tagged(pdf, { parent: item, tag: 'Lbl' }, () =>
				pdf.text(marker === 'bullet' ? '•' : `${index + 1}.`, left, top, { lineBreak: false }),
			)
		tagged(pdf, { parent: item, tag: 'LBody' }, () => pdf.text(text, left + INDENT, top, { width }))
		item.end()
		pdf.y += 4
	})
	list.end()
	pdf.x = left
	pdf.y += 4
}
