import { expect, test } from 'vitest'

import { drawFirstPage, pictureSize } from './draw-first-page.ts'
import { loadedContent } from './loaded.server.ts'
import { printPicture } from './print-picture.server.ts'

const { libraryDocuments } = loadedContent

const documents = [...libraryDocuments.values()]
const pictureOf = (document: (typeof documents)[number]) => printPicture(drawFirstPage(document))

test.each(documents)('the first page of $title is a small picture with title and size', (document) => {
	const picture = pictureOf(document)
	const { width, height } = pictureSize(document)
	expect(picture).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${width} ${height}"`))
	expect(picture).toContain('font-weight="bold"')
	expect(picture.length).toBeGreaterThan(800)
	expect(picture.length).toBeLessThan(16_000)
	// Everything stays within the page.
	for (const [, name, value] of picture.matchAll(/ (x|y|cx|cy)="([\d.]+)"/g))
		expect(Number(value)).toBeLessThanOrEqual(name?.endsWith('x') ? width : height)
})

test('the preview of a paid document has no readable sentence', () => {
	for (const document of documents.filter(({ access }) => access === 'paid')) {
		const texts = [...pictureOf(document).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '')
		expect(texts.filter((text) => text.length > 60)).toEqual([]) // includes the five characters of an escaped &
		const paragraphs =
			document.kind === 'sheet' ? document.howTo : document.blocks.flatMap((block) => (block.kind === 'text' ? block.text : []))
		for (const paragraph of paragraphs) expect(texts).not.toContain(paragraph)
	}
})

test('markup in a title is escaped', () => {
	const [sample] = documents.filter(({ kind }) => kind !== 'sheet')
	const picture = pictureOf({ ...sample!, title: '<script>&"' })
	expect(picture).not.toContain('<script')
})
