import type { Pdf } from './sheet.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

/** pdfkit writes title, subject and author into the metadata as they are: "Ada & Co" would make it unreadable. Call it at once. */
export function escapeMetadata(pdf: Pdf, texts: readonly string[]): void {
	const append = pdf.appendXML.bind(pdf)
	const unsafe = new Set(texts.filter((text) => escapeXml(text) !== text))
	pdf.appendXML = (xml, newLine) => {
		let safe = xml
		for (const text of unsafe) safe = safe.replaceAll(`>${text}</rdf:li>`, () => `>${escapeXml(text)}</rdf:li>`)
		append(safe, newLine)
	}
}
