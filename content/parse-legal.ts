import type { z } from 'zod'

import { splitFrontMatter } from './front-matter.ts'
import { type ContentIssue, parseLocated } from './parse-located.ts'
import { LegalFrontMatterSchema } from './schema/legal.ts'

type LegalText = z.infer<typeof LegalFrontMatterSchema> & { body: string }
type LegalParse = { ok: true; text: LegalText } | { ok: false; issues: ContentIssue[] }

export function parseLegal(source: string): LegalParse {
	const parts = splitFrontMatter(source)
	if (!parts) return { ok: false, issues: [{ line: 1, message: 'must start with front matter between two --- lines' }] }
	const parsed = parseLocated(parts.frontMatter, LegalFrontMatterSchema)
	// The first line is `---`, so the front matter begins on the second.
	if (!parsed.ok) return { ok: false, issues: parsed.issues.map(({ line, message }) => ({ line: line + 1, message })) }
	const body = parts.body.trim()
	if (!/^## \S/m.test(body))
		return { ok: false, issues: [{ line: source.split('\n').length, message: 'has no heading: start its sections with ##' }] }
	return { ok: true, text: { ...parsed.value, body } }
}
