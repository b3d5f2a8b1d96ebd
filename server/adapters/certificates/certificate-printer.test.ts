import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { certificatePrinter } from './certificate-printer.ts'
import type { PrintedCertificate } from './port.ts'

const CERTIFICATE: PrintedCertificate = {
	title: 'Certificate of Completion',
	learnerName: 'Łukasz Žofie Иван Ελένη',
	courseName: 'Digital Income Mastery',
	statement: 'Opened and read every section of all six modules of the course and completed each module.',
	issuedAt: new Date('2026-11-20T23:30:00Z'),
	issuerName: 'Launchway',
	logo: null,
	accent: '#b3310d',
	verifyUrl: 'https://academy.example.com/certificates/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
	id: '3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
}

const open = async (bytes: Uint8Array) => getDocument({ data: bytes.slice(), verbosity: 0 }).promise

async function readText(bytes: Uint8Array): Promise<string> {
	const page = await (await open(bytes)).getPage(1)
	const { items } = await page.getTextContent()
	return items
		.map((item) => ('str' in item ? item.str : ''))
		.join(' ')
		.replaceAll(/\s+/g, ' ')
}

test('a landscape page names learner, course, date and verification URL, in reading order', async () => {
	const bytes = await certificatePrinter.print(CERTIFICATE)
	const document = await open(bytes)
	const page = await document.getPage(1)
	const { width, height } = page.getViewport({ scale: 1 })
	expect([document.numPages, width > height]).toEqual([1, true])
	// The URL wraps to the next line, so compare without spaces.
	const text = (await readText(bytes)).replaceAll(' ', '')
	const order = [
		CERTIFICATE.title,
		CERTIFICATE.learnerName,
		CERTIFICATE.courseName,
		'November 20, 2026',
		CERTIFICATE.verifyUrl,
		CERTIFICATE.id,
	]
	const places = order.map((part) => text.indexOf(part.replaceAll(' ', '')))
	expect(places.every((place) => place >= 0)).toBe(true)
	expect(places.toSorted((a, b) => a - b)).toEqual(places)
})

test('the PDF is tagged with a heading, paragraphs, and the QR code’s address as text', async () => {
	const document = await open(await certificatePrinter.print(CERTIFICATE))
	const page = await document.getPage(1)
	const tree = JSON.stringify(await page.getStructTree())
	for (const part of ['"role":"H1"', '"role":"P"', '"role":"Figure"', `QR code of ${CERTIFICATE.verifyUrl}`]) expect(tree).toContain(part)
	const { info } = (await document.getMetadata()) as unknown as { info: { Title: string; Language: string } }
	expect([info.Title, info.Language]).toEqual([`${CERTIFICATE.title}: ${CERTIFICATE.learnerName}`, 'en'])
	const { fnArray } = await page.getOperatorList()
	expect(fnArray.filter((operator) => operator === OPS.constructPath).length).toBeGreaterThan(8)
})

test('the same certificate gives the same bytes', async () => {
	expect(Buffer.from(await certificatePrinter.print(CERTIFICATE))).toEqual(Buffer.from(await certificatePrinter.print(CERTIFICATE)))
})

test('a name of any length fits on the page', async () => {
	for (const learnerName of ['Ö', 'Longname '.repeat(8).trim(), 'W'.repeat(80)]) {
		const bytes = await certificatePrinter.print({ ...CERTIFICATE, learnerName })
		expect((await open(bytes)).numPages).toBe(1)
		expect((await readText(bytes)).replaceAll(' ', '')).toContain(learnerName.replaceAll(' ', ''))
	}
})

test.each([
	['Łukasz', true],
	['Иван', true],
	['Ελένη', true],
	["D'Arc-Ñandú", true],
	['王小明', false],
	['أنا', false],
	['अना', false],
])('the name %s can be printed: %s', async (name, isPrintable) => {
	expect(await certificatePrinter.canPrint(name)).toBe(isPrintable)
	if (!isPrintable) await expect(certificatePrinter.print({ ...CERTIFICATE, learnerName: name })).rejects.toThrow('fonts')
})

test('a logo keeps its aspect ratio', async () => {
	const png = await sharp({ create: { width: 1024, height: 256, channels: 4, background: '#b3310d80' } })
		.png({ palette: true })
		.toBuffer()
	const page = await (await open(await certificatePrinter.print({ ...CERTIFICATE, logo: png.toString('base64') }))).getPage(1)
	const { fnArray, argsArray } = await page.getOperatorList()
	const at = fnArray.indexOf(OPS.paintImageXObject)
	const [width, , , height] = argsArray[fnArray.lastIndexOf(OPS.transform, at)] as number[]
	expect(Math.abs((width ?? 0) / (height ?? 1))).toBeCloseTo(4)
})
