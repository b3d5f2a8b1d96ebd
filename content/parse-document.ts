import { splitFrontMatter } from './front-matter.ts'
import { parseDocumentBody } from './parse-document-body.ts'
import type { ContentIssue } from './parse-located.ts'
import { parseLocated } from './parse-located.ts'
import { DocumentSlugSchema, SheetDocumentSchema, TextDocumentFactsSchema } from './schema/document.ts'
import type { DocumentCard, LibraryDocument } from './schema/document.ts'

export type DocumentParse = { ok: true; document: LibraryDocument } | { ok: false; issues: ContentIssue[] }

/** Matches words that mark unfinished text, which buyers must not get. */
const UNFINISHED = /\b(?:lorem ipsum|TODO|TBD|FIXME)\b/

/** Parses content/documents/<slug>.md (front matter and text) or <slug>.json (a workbook). */
export function parseLibraryDocument(fileName: string, source: string): DocumentParse {
	const [, slug = '', ending] = /^(.*)\.(md|json)$/.exec(fileName) ?? []
	if (!DocumentSlugSchema.safeParse(slug).success) return refuse(1, 'the file name must be lowercase words joined by -')
	const unfinished = source.split('\n').findIndex((line) => UNFINISHED.test(line))
	if (unfinished !== -1) return refuse(unfinished + 1, 'contains unfinished text')
	return ending === 'json' ? parseSheets(slug, source) : parseText(slug, source)
}

function parseSheets(slug: string, source: string): DocumentParse {
	const parsed = parseLocated(source, SheetDocumentSchema)
	return parsed.ok ? { ok: true, document: { ...parsed.value, slug } } : parsed
}

function parseText(slug: string, source: string): DocumentParse {
	const parts = splitFrontMatter(source)
	if (!parts) return refuse(1, 'must start with front matter between two --- lines')
	const { frontMatter, body: text } = parts
	const parsed = parseLocated(frontMatter, TextDocumentFactsSchema)
	const bodyStart = source.slice(0, source.length - text.length).split('\n').length - 1
	const body = parseDocumentBody(text)
	// The first line is `---`, so the front matter begins on the second.
	const issues = [
		...(parsed.ok ? [] : parsed.issues.map((issue) => shift(issue, 1))),
		...body.issues.map((issue) => shift(issue, bodyStart)),
	]
	if (!parsed.ok || issues.length > 0) return { ok: false, issues }
	if (body.blocks.length < 3) return refuse(bodyStart + 1, 'has almost no text below the front matter')
	return { ok: true, document: { ...parsed.value, slug, blocks: body.blocks } }
}

const refuse = (line: number, message: string): DocumentParse => ({ ok: false, issues: [{ line, message }] })
const shift = ({ line, message }: ContentIssue, by: number): ContentIssue => ({ line: line + by, message })

export const orderLibrary = (documents: readonly LibraryDocument[]): LibraryDocument[] =>
	documents.toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title, 'en'))

/** Returns a document's public part, without its body, for public pages. */
export function toDocumentCard({ slug, title, summary, kind, formats, access, group, contents, date }: LibraryDocument): DocumentCard {
	return { slug, title, summary, kind, formats, access, group, contents, date }
}
