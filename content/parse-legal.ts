import type { z } from 'zod'

import { type ContentIssue, parseLocated } from './parse-located.ts'
import { LegalFrontMatterSchema } from './schema/legal.ts'

type LegalText = z.infer<typeof LegalFrontMatterSchema> & { body: string }
type LegalParse = { ok: true; text: LegalText } | { ok: false; issues: ContentIssue[] }

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

/** Reads one legal text: YAML front matter between two `---` lines, Markdown with `##` sections below. */
export function parseLegal(source: string): LegalParse {
	const match = FRONT_MATTER.exec(source)
	if (!match) return { ok: false, issues: [{ line: 1, message: 'must start with front matter between two --- lines' }] }
	const [, frontMatter = '', text = ''] = match
	const parsed = parseLocated(frontMatter, LegalFrontMatterSchema)
	// The front matter starts on the second line of the file.
	if (!parsed.ok) return { ok: false, issues: parsed.issues.map(({ line, message }) => ({ line: line + 1, message })) }
	const body = text.trim()
	if (!/^## \S/m.test(body))
		return { ok: false, issues: [{ line: source.split('\n').length, message: 'needs sections that start with ##' }] }
	return { ok: true, text: { ...parsed.value, body } }
}
