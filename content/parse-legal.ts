import { parseMarkdownPage } from './parse-markdown-page.ts'
import { LegalFrontMatterSchema } from './schema/legal.ts'

export function parseLegal(source: string) {
	const parsed = parseMarkdownPage(source, LegalFrontMatterSchema)
	if (!parsed.ok) return parsed
	if (!/^## \S/m.test(parsed.value.body))
		return { ok: false as const, issues: [{ line: source.split('\n').length, message: 'has no heading: start its sections with ##' }] }
	return { ok: true as const, text: parsed.value }
}
