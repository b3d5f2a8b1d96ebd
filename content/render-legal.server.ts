import { parseLegal } from './parse-legal.ts'
import { ContentProblem } from './parsed-files.ts'
import { renderArticle } from './render-article.server.ts'
import type { LegalId, LegalPage } from './schema/legal.ts'

type Names = Readonly<Record<string, string>>

/** @throws Error for an unknown placeholder */
const fillIn = (text: string, names: Names) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = names[name]
		if (value === undefined) throw new Error(`content/legal: unknown name {${name}}`)
		return value
	})

/**
 * @param names values of placeholders
 * @throws Error with the line of each issue, or for an unknown placeholder
 */
export function renderLegal(id: LegalId, source: string, names: Names): LegalPage {
	const parsed = parseLegal(source)
	const file = `legal/${id}.md`
	if (!parsed.ok) throw new ContentProblem(parsed.issues.map((issue) => ({ file, ...issue })))
	// Fills in placeholders after parsing, because a value may contain YAML syntax.
	const { title, description, summary, effective, body } = parsed.text
	const fill = (text: string) => fillIn(text, names)
	return { id, title: fill(title), description: fill(description), summary: fill(summary), effective, ...renderArticle(fill(body)) }
}
