import { escapeMarkup } from '#domain/markup/escape-markup.ts'

import type { Pdf } from './sheet.ts'

/**
 * Escapes the metadata: pdfkit writes title, subject and author unescaped into XML, so "Ada & Co" would make it invalid. Call
 * this right after creating the document.
 */
export function escapeMetadata(pdf: Pdf, texts: readonly string[]): void {
	const append = pdf.appendXML.bind(pdf)
	const unsafe = new Set(texts.filter((text) => escapeMarkup(text) !== text))
	pdf.appendXML = (xml, newLine) => {
		let safe = xml
		for (const text of unsafe) safe = safe.replaceAll(`>${text}</rdf:li>`, () => `>${escapeMarkup(text)}</rdf:li>`)
		append(safe, newLine)
	}
}
