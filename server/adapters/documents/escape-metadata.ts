import type { Pdf } from './sheet.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

/**
 * Escapes the metadata: pdfkit writes title, subject and author unescaped into XML, so "Ada & Co" would make it invalid. Call
 * this right after creating the document.
 */
export function escapeMetadata(pdf: Pdf, texts: readonly string[]): void {
	const append = pdf.appendXML.bind(pdf)
	const unsafe = new Set(texts.filter((text) => escapeXml(text) !== text))
	pdf.appendXML = (xml, newLine) => {
		let safe = xml
		for (const text of unsafe) safe = safe.replaceAll(`>${text}</rdf:li>`, () => `>${escapeXml(text)}</rdf:li>`)
		append(safe, newLine)
	}
}
