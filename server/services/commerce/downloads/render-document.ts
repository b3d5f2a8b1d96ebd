import { createHash } from 'node:crypto'

import type { DocumentFormat, LibraryDocument } from '#content/schema/document.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { layOutDocument, describeTable, describeWorkbook } from './describe-document.ts'

export type RenderedFile = {
	bytes: Uint8Array
	digest: string
}

type Context = Pick<ServiceContext, 'documents' | 'content'>

/**
 * Creates a cache of rendered files, about 40 kB each. Files are kept while their content is in use, so that all range requests
 * of a download get the same bytes.
 */
export const createRenderedFiles = () => new WeakMap<LibraryDocument, Map<string, Promise<RenderedFile>>>()

/** Renders a document to a file, or returns the cached file. Rendering a PDF takes a quarter of a second. */
export function renderDocument(ctx: ServiceContext, document: LibraryDocument, format: DocumentFormat): Promise<RenderedFile> {
	const rendered = ctx.state.of(createRenderedFiles)
	const files = rendered.get(document) ?? new Map<string, Promise<RenderedFile>>()
	rendered.set(document, files)
	// The file contains the site's name. A release that doesn't change a document keeps the document object, and so its cached
	// file.
	const name = `${format} ${ctx.content.site.name}`
	const cached = files.get(name)
	if (cached) return cached
	const rendering = makeFile(ctx, document, format).then((bytes) => ({
		bytes,
		digest: createHash('sha256').update(bytes).digest('hex'),
	}))
	files.set(name, rendering)
	rendering.catch(() => files.delete(name))
	return rendering
}

export async function makeFile({ documents, content }: Context, document: LibraryDocument, format: DocumentFormat): Promise<Uint8Array> {
	switch (format) {
		case 'pdf':
			return documents.print(layOutDocument(content, document))
		case 'docx':
			return documents.writeWord(layOutDocument(content, document))
		case 'xlsx':
			return documents.writeWorkbook(describeWorkbook(content, sheetOf(document)))
		case 'csv':
			return new TextEncoder().encode(toCsv(describeTable(content, sheetOf(document))))
	}
}

function sheetOf(document: LibraryDocument) {
	if (document.kind !== 'sheet') throw new Error(`${document.slug} is no workbook`)
	return document
}

const toCsv = (rows: readonly (readonly (string | number)[])[]): string => CSV_START + rows.map(csvLine).join('')
