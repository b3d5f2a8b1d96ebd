import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { DocumentFormat, LibraryDocument } from '#content/schema/document.ts'
import { csvCell } from '#domain/planner/planner-csv.ts'
import type { ServiceContext } from '#server/context.ts'

import { describePages, describeTable, describeWorkbook } from './describe-document.ts'

/** Counts up when files of the same content must look different: files made before are then not used any more. */
const LAYOUT_VERSION = 1

export type RenderedFile = {
	bytes: Uint8Array
	/** Hash of the bytes, hexadecimal. */
	digest: string
}

type Context = Pick<ServiceContext, 'config' | 'documents' | 'log'>

const made = new Map<string, Promise<RenderedFile>>()

/**
 * The file of a document in one of its formats, made at the first call and kept below DATA_DIR under a hash of the content:
 * a later call and a later start give the same bytes.
 */
export function renderDocument(ctx: Context, document: LibraryDocument, format: DocumentFormat): Promise<RenderedFile> {
	const key = createHash('sha256')
		.update(JSON.stringify([LAYOUT_VERSION, format, document]))
		.digest('hex')
	const folder = join(ctx.config.dataDir, 'documents')
	const path = join(folder, `${key}.${format}`)
	const known = made.get(path)
	if (known) return known
	const making = readOrMake(ctx, { document, format, folder, path })
	made.set(path, making)
	making.catch(() => made.delete(path))
	return making
}

type Job = { document: LibraryDocument; format: DocumentFormat; folder: string; path: string }

async function readOrMake(ctx: Context, { document, format, folder, path }: Job): Promise<RenderedFile> {
	const bytes = (await readKept(path)) ?? (await makeFile(ctx, document, format))
	await keep(ctx, { folder, path, bytes })
	return { bytes, digest: createHash('sha256').update(bytes).digest('hex') }
}

const readKept = async (path: string): Promise<Uint8Array | null> => {
	try {
		return new Uint8Array(await readFile(path))
	} catch {
		return null // not made yet, or not readable: it is made again
	}
}

/** A full disk must not keep anybody from a file that is in memory already. */
async function keep({ log }: Context, { folder, path, bytes }: { folder: string; path: string; bytes: Uint8Array }): Promise<void> {
	try {
		await mkdir(folder, { recursive: true })
		const draft = `${path}.${process.pid}`
		await writeFile(draft, bytes)
		await rename(draft, path)
	} catch (error) {
		log.warn('a made document could not be kept', { path, error })
	}
}

/** Makes the file anew, whatever is kept. */
export async function makeFile(
	{ documents }: Pick<Context, 'documents'>,
	document: LibraryDocument,
	format: DocumentFormat,
): Promise<Uint8Array> {
	switch (format) {
		case 'pdf':
			return documents.print(describePages(document))
		case 'docx':
			return documents.writeWord(describePages(document))
		case 'xlsx':
			return documents.writeWorkbook(describeWorkbook(sheetOf(document)))
		case 'csv':
			return new TextEncoder().encode(toCsv(describeTable(sheetOf(document))))
	}
}

function sheetOf(document: LibraryDocument) {
	if (document.kind !== 'sheet') throw new Error(`${document.slug} is no workbook`)
	return document
}

/** A byte order mark for spreadsheets, CRLF after each line (RFC 4180), and no text that a spreadsheet would run. */
const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
	`\uFEFF${rows.map((row) => `${row.map((cell) => (typeof cell === 'number' ? cell : csvCell(cell))).join(',')}\r\n`).join('')}`
