import { createRequire } from 'node:module'
import { buffer as bytesOf } from 'node:stream/consumers'

import type { PrintedCertificate } from './port.ts'

/** Loads the libraries when the first certificate is printed: a server that never prints one uses less memory. */
const load = () => Promise.all([import('pdfkit'), import('uqr'), import('./draw-certificate.ts')])

/** Returns a font file of Noto Sans (SIL Open Font License): Latin, Greek and Cyrillic, including all diacritics. */
const fontFile = (path: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${path}`)
const regularFont = () => fontFile('400Regular/NotoSans_400Regular.ttf')
const strongFont = () => fontFile('600SemiBold/NotoSans_600SemiBold.ttf')

/** Parts of a parsed font that pdfkit's types lack. */
type ParsedFont = { font: { hasGlyphForCodePoint(codePoint: number): boolean } }

/** Scripts whose shaping rules pdfkit doesn't have, even if the font has their glyphs. */
const NEEDS_SHAPING = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Tamil}\p{Script=Bengali}]/u

let glyphs: Promise<ParsedFont['font']> | null = null

async function readGlyphs(): Promise<ParsedFont['font']> {
	const [{ default: PDFDocument }] = await load()
	const pdf = new PDFDocument({ font: strongFont() }) as unknown as { _font: ParsedFont }
	return pdf._font.font
}

export async function canPrint(name: string): Promise<boolean> {
	glyphs ??= readGlyphs()
	glyphs.catch(() => (glyphs = null))
	const font = await glyphs
	return !NEEDS_SHAPING.test(name) && [...name].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}

/**
 * Prints a certificate, tagged for screen readers and with embedded fonts. The same input gives the same bytes.
 * @throws Error if the fonts can't print the name
 */
export async function printCertificate(certificate: PrintedCertificate): Promise<Uint8Array> {
	if (!(await canPrint(certificate.learnerName))) throw new Error('the fonts lack a character of the name')
	const [{ default: PDFDocument }, { encode }, { drawCertificate }] = await load()
	const { title, learnerName, courseName, issuerName, issuedAt } = certificate
	const pdf = new PDFDocument({
		size: 'A4',
		layout: 'landscape',
		margin: 28,
		pdfVersion: '1.7',
		tagged: true,
		lang: 'en',
		displayTitle: true,
		font: regularFont(),
		info: { Title: `${title}: ${learnerName}`, Subject: courseName, Author: issuerName, CreationDate: issuedAt, ModDate: issuedAt },
	})
	pdf.registerFont('regular', regularFont())
	pdf.registerFont('strong', strongFont())
	const bytes = bytesOf(pdf)
	drawCertificate(pdf, certificate, encode(certificate.verifyUrl, { ecc: 'M', border: 0 }))
	pdf.end()
	return bytes
}
