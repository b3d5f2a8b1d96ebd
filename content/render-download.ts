import type { Download, DownloadSource } from './schema/download.ts'

/** Renders a download's source as a file that the browser can save without a request. */
export function renderDownload(source: DownloadSource): Download {
	const { id, title, description, type, document } = source
	const isSheet = source.kind === 'sheet'
	return {
		id,
		title,
		description,
		type,
		fileName: `${hyphenate(title)}.${isSheet ? 'csv' : 'txt'}`,
		mediaType: isSheet ? 'text/csv' : 'text/plain',
		href: document === undefined ? null : `/documents/${document}`,
		previewContent: isSheet ? renderSheet(source) : renderDocument(source),
	}
}

/** Converts a title to lower case with hyphens, for a file name. */
export const hyphenate = (title: string) =>
	title
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '')

function renderDocument(source: Extract<DownloadSource, { kind: 'document' }>): string {
	const sections = source.sections.map(({ heading, lines }) => [heading, '-'.repeat(heading.length), ...lines].join('\n'))
	const title = [source.title.toUpperCase(), '='.repeat(source.title.length)].join('\n')
	return `${[title, source.intro.join('\n'), ...sections].join('\n\n')}\n`
}

function renderSheet({ columns, rows }: Extract<DownloadSource, { kind: 'sheet' }>): string {
	// RFC 4180: lines end with CRLF, and quotes within quoted cells are doubled.
	return [columns, ...rows].map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('')
}

const quoteCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
