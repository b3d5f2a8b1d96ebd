import { expect, test } from 'vitest'

import sizesJson from '#content/document-sizes.json' with { type: 'json' }
import { loadedContent } from '#content/loaded.server.ts'
import { DocumentSizesSchema } from '#content/schema/document-sizes.ts'
import { countPages } from '#scripts/measure-documents/count-pages.ts'
import { filePrinter } from '#server/adapters/documents/file-printer.ts'

import { makeFile } from './render-document.ts'

const { libraryDocuments } = loadedContent

const sizes = DocumentSizesSchema.parse(sizesJson)

// One of each format, because making all of them takes a minute.
test.each(['goal-planner', 'roi-tracker'])('%s: the file sizes shown on the page are right', async (slug) => {
	const document = libraryDocuments.get(slug)!
	for (const format of document.formats) {
		const bytes = await makeFile({ documents: filePrinter, content: loadedContent }, document, format)
		const said = sizes[slug]?.[format]
		expect(Math.abs((said?.kilobytes ?? 0) - bytes.length / 1000)).toBeLessThanOrEqual(1.1)
		if (format === 'pdf') expect(said?.pages).toBe(countPages(bytes))
	}
})
