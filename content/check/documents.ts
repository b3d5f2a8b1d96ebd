import { parseLibraryDocument } from '#content/parse-document.ts'
import type { ContentIssue } from '#content/parse-located.ts'
import type { LibraryDocument } from '#content/schema/document.ts'

import { oncePerSource } from './once-per-source.ts'
import { readContentStrings } from './references.ts'

type Sources = ReadonlyMap<string, string>
const DOWNLOAD_FILE = /^downloads\/[a-z0-9-]+\.json$/

const parse = oncePerSource(parseLibraryDocument)

function findDocument(slug: string, sources: Sources): LibraryDocument | null {
	for (const name of [`${slug}.md`, `${slug}.json`]) {
		const source = sources.get(`documents/${name}`)
		const parsed = source === undefined ? null : parse(name, source)
		if (parsed?.ok) return parsed.document
	}
	return null
}

/** Checks that a document offered as a download is free, because the page doesn't require sign-in. */
export function checkDocuments(file: string, sources: Sources): ContentIssue[] {
	if (!DOWNLOAD_FILE.test(file)) return []
	return readContentStrings(file, sources.get(file) ?? '').flatMap(({ key, value, line }) => {
		if (key !== 'document') return []
		const [slug = '', format] = value.split('.')
		const document = findDocument(slug, sources)
		const isThere = document?.access === 'free' && document.formats.some((name) => name === format)
		return isThere ? [] : [{ line, message: `there’s no free document “${value}”: choose one from the list` }]
	})
}
