import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { Alert } from '#app/ui/callout.tsx'

const load = () => import('./read-pdf.ts')

async function draw(pdf: PDFDocumentProxy, canvas: HTMLCanvasElement, number: number): Promise<void> {
	const page = await pdf.getPage(number)
	const { width } = page.getViewport({ scale: 1 })
	const viewport = page.getViewport({ scale: (canvas.clientWidth * window.devicePixelRatio) / width })
	canvas.width = viewport.width
	canvas.height = viewport.height
	await page.render({ canvas, viewport }).promise
}

function useWidth(place: RefObject<HTMLElement | null>) {
	const [width, setWidth] = useState(0)
	useEffect(() => {
		const own = place.current
		if (!own) return
		const observer = new ResizeObserver(() => setWidth(own.clientWidth))
		observer.observe(own)
		return () => observer.disconnect()
	}, [place])
	return width
}

type Loaded = { src: string; pdf: PDFDocumentProxy | null }

/**
 * Renders a PDF's pages as images, because phones can't embed PDFs. Needs JavaScript, so also link to the file.
 * @param label accessible name
 */
export function PdfView({ src, label }: { src: string; label: string }) {
	const place = useRef<HTMLDivElement>(null)
	const [loaded, setLoaded] = useState<Loaded | null>(null)
	const width = useWidth(place)
	useEffect(() => {
		let isCurrent = true
		let pdf: PDFDocumentProxy | null = null
		const open = async () => {
			const { readPdf } = await load()
			const read = await readPdf(src)
			if (!isCurrent) return read.loadingTask.destroy()
			pdf = read
			setLoaded({ src, pdf })
		}
		open().catch(() => isCurrent && setLoaded({ src, pdf: null }))
		return () => {
			isCurrent = false
			void pdf?.loadingTask.destroy()
		}
	}, [src])
	const pdf = loaded?.src === src ? loaded.pdf : undefined
	useEffect(() => {
		if (!pdf || width === 0) return
		for (const [index, canvas] of [...(place.current?.querySelectorAll('canvas') ?? [])].entries())
			void draw(pdf, canvas, index + 1).catch(() => undefined)
	}, [pdf, width])
	return (
		<div ref={place} className="grid gap-4 max-w-240 min-h-48" aria-busy={pdf === undefined}>
			{pdf === null && <Alert title="The PDF couldn’t be shown here">Open it with the link below.</Alert>}
			{pdf &&
				Array.from({ length: pdf.numPages }, (_, index) => (
					<canvas
						className="w-full border border-line-strong"
						key={`${src} ${index}`}
						role="img"
						aria-label={pdf.numPages === 1 ? label : `${label}, page ${index + 1}`}
					/>
				))}
		</div>
	)
}
