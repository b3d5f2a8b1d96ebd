import type { z } from 'zod'

import { splitFrontMatter } from './front-matter.ts'
import { type ContentIssue, parseLocated } from './parse-located.ts'

type PageParse<Facts> = { ok: true; value: Facts & { body: string } } | { ok: false; issues: ContentIssue[] }

/** Parses Markdown below front matter of a schema: an article, a legal text or an operator's page. */
export function parseMarkdownPage<Facts extends object>(source: string, schema: z.ZodType<Facts>): PageParse<Facts> {
	const parts = splitFrontMatter(source)
	if (!parts) return { ok: false, issues: [{ line: 1, message: 'must start with front matter between two --- lines' }] }
	const parsed = parseLocated(parts.frontMatter, schema)
	// The first line is `---`, so the front matter begins on the second.
	if (!parsed.ok) return { ok: false, issues: parsed.issues.map(({ line, message }) => ({ line: line + 1, message })) }
	const body = parts.body.trim()
	if (body === '') return { ok: false, issues: [{ line: source.split('\n').length, message: 'has no body below the front matter' }] }
	return { ok: true, value: { ...parsed.value, body } }
}
