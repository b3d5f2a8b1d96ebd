import { parseLibraryDocument } from '#content/parse-document.ts'
import type { ContentIssue } from '#content/parse-lesson.ts'
import type { LibraryDocument } from '#content/schema/document.ts'

import { readReferences } from './references.ts'

type Sources = ReadonlyMap<string, string>
type Located = ContentIssue & { file: string }

const DOWNLOAD_FILE = /^downloads\/[a-z0-9-]+\.json$/
const DOCUMENT_FILE = /^documents\/([^/]+\.(?:md|json))$/

function readAll(sources: Sources): Map<string, LibraryDocument> {
	const documents = new Map<string, LibraryDocument>()
	for (const [file, source] of sources) {
		const name = DOCUMENT_FILE.exec(file)?.[1]
		const parsed = name && parseLibraryDocument(name, source)
		if (parsed && parsed.ok) documents.set(parsed.document.slug, parsed.document)
	}
	return documents
}

/** A download that names a document must find it: free, because nobody is asked for a sign-in there, and in that format. */
export function checkDocuments(sources: Sources): Located[] {
	const documents = readAll(sources)
	return [...sources].flatMap(([file, source]) => {
		if (!DOWNLOAD_FILE.test(file)) return []
		return readReferences(file, source).flatMap(({ key, value, line }) => {
			if (key !== 'document') return []
			const [slug = '', format] = value.split('.')
			const document = documents.get(slug)
			const isThere = document?.access === 'free' && document.formats.some((name) => name === format)
			return isThere ? [] : [{ file, line, message: `content/documents has no free ${value}` }]
		})
	})
}
