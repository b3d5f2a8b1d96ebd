import { createRequire } from 'node:module'
import { buffer as bytesOf } from 'node:stream/consumers'

import type { PrintedDocument } from './port.ts'

/** Loads the libraries when the first document is printed: a server that never prints one uses less memory. */
const load = () =>
	Promise.all([
		import('pdfkit'),
		import('./lay-out-page.ts'),
		import('./embed-invoice.ts'),
		import('./escape-metadata.ts'),
		import('./replace-missing.ts'),
	])

/** Returns the path of a Noto Sans font file (SIL Open Font License), which has all Latin, Greek and Cyrillic letters. */
const fontFile = (path: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${path}`)
const FONTS = {
	regular: () => fontFile('400Regular/NotoSans_400Regular.ttf'),
	strong: () => fontFile('600SemiBold/NotoSans_600SemiBold.ttf'),
}

/** Prints a PDF, tagged for screen readers and with embedded fonts. The same input gives the same bytes. */
export async function printPdf(source: PrintedDocument): Promise<Uint8Array> {
	const [{ default: PDFDocument }, { layOutDocument }, { embedInvoice }, { escapeMetadata }, { replaceMissing }] = await load()
	const pdf = new PDFDocument({
		size: 'A4',
		layout: source.isLandscape ? 'landscape' : 'portrait',
		margin: 40,
		pdfVersion: '1.7',
		tagged: true,
		// Invoices are archived for years, so they are PDF/A-3, the variant of PDF/A that may embed the XML file.
		...(source.invoiceXml !== undefined && { subset: 'PDF/A-3a' as const }),
		lang: 'en',
		displayTitle: true,
		bufferPages: true,
		font: FONTS.regular(),
		info: { Title: source.title, Subject: source.subject, Author: source.publisher, CreationDate: source.madeAt, ModDate: source.madeAt },
	})
	escapeMetadata(pdf, [source.title, source.subject, source.publisher])
	pdf.registerFont('regular', FONTS.regular())
	pdf.registerFont('strong', FONTS.strong())
	const bytes = bytesOf(pdf)
	const { blocks, letterhead } = source
	layOutDocument(pdf, { ...source, ...replaceMissing(pdf, { blocks, ...(letterhead && { letterhead }) }) })
	if (source.invoiceXml !== undefined) embedInvoice(pdf, source.invoiceXml, source.madeAt)
	pdf.end()
	return bytes
}
