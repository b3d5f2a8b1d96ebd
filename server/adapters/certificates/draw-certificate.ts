import type { QrCodeGenerateResult } from 'uqr'

import type { PrintedCertificate } from './port.ts'

type Pdf = PDFKit.PDFDocument

const INK = '#1b2333'
const SOFT = '#4c5163'
const SUN = '#f2b134'
const SPRUCE = '#1e5749'
const HILL = '#8fb8a8'
const LINE = '#d8cbb0'

/** Inner edge of the frame, in points from the edge of the page. */
const FRAME = 28
const LEFT = 76
/** Width of the text in points, which leaves the mountains on the right uncovered. */
const WIDTH = 500
const QR_SIZE = 92
const LOGO_HEIGHT = 22
const NAME_SIZES = [40, 34, 28, 23, 19, 16, 13]

/** Draws decoration, marked as an artifact, so that screen readers skip it. */
function decorate(pdf: Pdf, draw: () => void): void {
	pdf.markContent('Artifact', { type: 'Layout' })
	pdf.save()
	draw()
	pdf.restore()
	pdf.endMarkedContent()
}

function drawFrame(pdf: Pdf): void {
	const { width, height } = pdf.page
	pdf
		.rect(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME)
		.lineWidth(2)
		.stroke(INK)
	pdf
		.rect(FRAME + 6, FRAME + 6, width - 2 * FRAME - 12, height - 2 * FRAME - 12)
		.lineWidth(0.6)
		.stroke(LINE)
}

function drawSummit(pdf: Pdf, accent: string): void {
	const { width, height } = pdf.page
	const edge = FRAME + 7
	pdf.rect(edge, edge, width - 2 * edge, height - 2 * edge).clip()
	pdf.circle(684, 128, 44).fill(SUN)
	pdf.path('M560 560 L648 300 L690 356 L742 226 L842 400 L842 560 Z').fill(HILL)
	pdf.path('M500 560 L598 420 L640 464 L706 292 L770 410 L842 340 L842 560 Z').fill(SPRUCE)
	pdf.path('M706 292 L686 344 L700 336 L710 350 L722 334 L730 336 Z').fill('#fcf6e6')
	pdf.path('M706 292 L706 246').lineWidth(3).stroke(INK)
	pdf.path('M708 247 L742 257 L708 269 Z').fill(accent)
	pdf.path('M560 548 C640 540 640 500 676 470 S690 380 706 294').lineWidth(3.5).dash(3, { space: 6 }).stroke(SUN)
}

/** Draws the wide logo above the academy's name and keeps its aspect ratio. */
function drawLogo(pdf: Pdf, logo: string): void {
	pdf.image(Buffer.from(logo, 'base64'), LEFT, FRAME + 12, { fit: [160, LOGO_HEIGHT], valign: 'center' })
}

/** Returns the largest size at which the name fits on two lines, or else the smallest size. */
function fitName(pdf: Pdf, name: string): number {
	pdf.font('strong')
	return NAME_SIZES.find((size) => pdf.fontSize(size).heightOfString(name, { width: WIDTH }) <= size * 2.9) ?? 13
}

type Line = {
	tag: 'H1' | 'P'
	text: string
	y: number
	size: number
	x?: number
	font?: 'regular' | 'strong'
	color?: string
	width?: number
}

function write(pdf: Pdf, root: PDFKit.PDFStructureElement, line: Line): void {
	const { tag, text, y, size, x = LEFT, font = 'regular', color = INK, width = WIDTH } = line
	const element = pdf.struct(tag)
	root.add(element)
	element.add(pdf.markStructureContent(tag))
	pdf.font(font).fontSize(size).fillColor(color).text(text, x, y, { width })
	pdf.endMarkedContent()
	element.end()
}

function drawQr(
	pdf: Pdf,
	root: PDFKit.PDFStructureElement,
	{ code, url, y }: { code: QrCodeGenerateResult; url: string; y: number },
): void {
	const figure = pdf.struct('Figure', { alt: `QR code of ${url}` })
	root.add(figure)
	figure.add(pdf.markStructureContent('Figure'))
	const dot = QR_SIZE / code.size
	code.data.forEach((row, line) =>
		row.forEach((isDark, column) => {
			if (isDark) pdf.rect(LEFT + column * dot, y + line * dot, dot, dot)
		}),
	)
	pdf.fill(INK)
	pdf.endMarkedContent()
	figure.end()
}

export function drawCertificate(pdf: Pdf, certificate: PrintedCertificate, code: QrCodeGenerateResult): void {
	const root = pdf.struct('Document')
	pdf.addStructure(root)
	decorate(pdf, () => drawFrame(pdf))
	decorate(pdf, () => drawSummit(pdf, certificate.accent))
	const { logo } = certificate
	if (logo !== null) decorate(pdf, () => drawLogo(pdf, logo))
	const day = certificate.issuedAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
	write(pdf, root, { tag: 'P', text: certificate.issuerName, y: 66, size: 15, font: 'strong', color: SPRUCE })
	write(pdf, root, { tag: 'H1', text: certificate.title, y: 98, size: 30, font: 'strong' })
	write(pdf, root, { tag: 'P', text: 'This is to certify that', y: 162, size: 13, color: SOFT })
	write(pdf, root, {
		tag: 'P',
		text: certificate.learnerName,
		y: 184,
		size: fitName(pdf, certificate.learnerName),
		font: 'strong',
		color: certificate.accent,
	})
	write(pdf, root, { tag: 'P', text: 'has completed the course', y: pdf.y + 8, size: 13, color: SOFT })
	write(pdf, root, { tag: 'P', text: certificate.courseName, y: pdf.y + 4, size: 21, font: 'strong' })
	write(pdf, root, { tag: 'P', text: certificate.statement, y: pdf.y + 8, size: 10.5, color: SOFT, width: 420 })
	write(pdf, root, { tag: 'P', text: `Issued on ${day}`, y: pdf.y + 10, size: 12, font: 'strong' })
	drawQr(pdf, root, { code, url: certificate.verifyUrl, y: 430 })
	const beside = { tag: 'P', x: LEFT + QR_SIZE + 16, width: 290, size: 9 } as const
	write(pdf, root, { ...beside, text: 'Anyone can check that this certificate is real:', y: 438 })
	write(pdf, root, { ...beside, text: certificate.verifyUrl, y: 454, font: 'strong' })
	write(pdf, root, { ...beside, text: `Certificate ${certificate.id}`, y: 490, color: SOFT })
	root.end()
}
