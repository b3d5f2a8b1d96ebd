import { createHash } from 'node:crypto'

import type { Content } from '#content/load-content.server.ts'
import type {
	DocumentFormat,
	LibraryDocument,
	Sheet,
	SheetCell,
	SheetDocument,
	DocumentTextBlock,
	TextDocument,
} from '#content/schema/document.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { DocumentBlock, PrintedDocument, Workbook } from '#server/adapters/documents/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

const CALLOUTS = { note: 'Note', tip: 'Tip', example: 'Example', warning: 'Careful' }
const YES = 'Yes'
const NO = 'No'
/** Maximum columns for portrait; wider tables are printed in landscape. */
const PORTRAIT_COLUMNS = 5
/** Maximum empty rows printed for filling in by hand; a workbook may have any number. */
const MAX_BLANK_ROWS = 14
const MIN_WIDTH = 6
const MAX_WIDTH = 40

function withBrand<T>(content: Content, value: T): T {
	return JSON.parse(JSON.stringify(value).replaceAll('{brand}', content.site.name)) as T
}

/** Lays out a document for print. It carries the content's date, so the same content always produces the same file. */
function layOutDocument(content: Content, document: LibraryDocument): PrintedDocument {
	const source = withBrand(content, document)
	const blocks = source.kind === 'sheet' ? sheetBlocks(source) : textBlocks(source)
	const columns = Math.max(0, ...blocks.map((block) => (block.kind === 'table' ? block.head.length : 0)))
	return {
		title: source.title,
		subject: source.summary,
		publisher: content.site.name,
		isLandscape: columns > PORTRAIT_COLUMNS,
		madeAt: new Date(`${source.date}T00:00:00Z`),
		blocks: [...blocks, ...sourceBlocks(source), { kind: 'text', text: imprint(source) }],
	}
}

function describeWorkbook(content: Content, document: SheetDocument): Workbook {
	const source = withBrand(content, document)
	const notes = source.sheets.flatMap(({ name, columns }) =>
		columns.flatMap(({ title, note }) => (note === undefined ? [] : [`${name}, ${title}: ${note}`])),
	)
	const sources = source.sources.map(({ title, url, read }) => `Source: ${title}, ${url} (read ${read})`)
	return {
		cover: { name: 'How to use', title: source.title, lines: [source.summary, ...source.howTo, ...notes, ...sources, imprint(source)] },
		yes: YES,
		no: NO,
		sheets: source.sheets,
	}
}

/** Returns the column titles and example rows of a workbook's first table without formulas. */
function describeTable(content: Content, document: SheetDocument): (string | number)[][] {
	const [sheet] = withBrand(content, document).sheets
	if (!sheet) throw new Error(`content/documents/${document.slug}.json has no sheet`)
	return [
		sheet.columns.map(({ title }) => title),
		...sheet.rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : cellText(cell)))),
	]
}

const imprint = ({ title, version, date }: LibraryDocument) =>
	`${title}, version ${version}, ${date}. For your own use. Results differ from person to person and are not promised.`

const sourceBlocks = ({ sources }: LibraryDocument): DocumentBlock[] =>
	sources.length === 0
		? []
		: [
				{ kind: 'heading', text: 'Sources' },
				{ kind: 'list', marker: 'bullet', items: sources.map(({ title, url, read }) => `${title}: ${url} (read ${read})`) },
			]

const textBlocks = ({ summary, blocks }: TextDocument): DocumentBlock[] => [
	{ kind: 'text', text: summary },
	...blocks.map((block) => textBlock(block)),
]

function textBlock(block: DocumentTextBlock): DocumentBlock {
	switch (block.kind) {
		case 'list':
			return { kind: 'list', marker: block.isOrdered ? 'number' : 'bullet', items: block.items }
		case 'checklist':
			return { kind: 'list', marker: 'box', items: block.items }
		case 'field':
			return { ...block, value: '' }
		case 'callout':
			return { kind: 'callout', label: CALLOUTS[block.tone], text: block.text }
		case 'table': {
			const hasBoxes = block.rows.some(({ hasBox }) => hasBox)
			const rows = block.rows.map(({ cells }) => ({ ...(hasBoxes && { tick: false }), cells }))
			return { kind: 'table', head: block.head, widths: columnWidths(block.head, rows), rows }
		}
		default:
			return block
	}
}

/** Returns relative column widths, based on the longest text and within limits. */
const columnWidths = (head: readonly string[], rows: readonly { cells: readonly string[] }[]): number[] =>
	head.map((title, column) => {
		const longest = Math.max(title.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0))
		return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest))
	})

const sheetBlocks = ({ summary, howTo, sheets }: SheetDocument): DocumentBlock[] => [
	{ kind: 'text', text: summary },
	{ kind: 'list', items: howTo },
	...sheets.flatMap((sheet) => tableBlocks(sheet)),
]

function tableBlocks({ name, intro, columns, rows, blankRows }: Sheet): DocumentBlock[] {
	const blank = Array.from({ length: Math.min(blankRows, MAX_BLANK_ROWS) }, () => columns.map(() => ''))
	return [
		{ kind: 'heading', text: name },
		...(intro === undefined ? [] : [{ kind: 'text', text: intro } as const]),
		{
			kind: 'table',
			head: columns.map(({ title }) => title),
			widths: columns.map(({ width }) => width),
			rows: [...rows.map((row) => row.map(cellText)), ...blank].map((cells) => ({ cells })),
		},
	]
}

function cellText(cell: SheetCell): string {
	if (cell === null) return ''
	if (typeof cell === 'boolean') return cell ? YES : NO
	return String(cell)
}

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
	// The site's name is part of the key because files contain it. A release that doesn't change a document reuses the document object, and
	// so the object's cached files.
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
			return documents.writeDocx(layOutDocument(content, document))
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
