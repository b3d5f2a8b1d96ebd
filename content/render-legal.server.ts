import { parseLegal } from './parse-legal.ts'
import { promises } from './promises/promises.ts'
import { renderArticle } from './render-article.server.ts'
import type { LegalId, LegalPage } from './schema/legal.ts'
import site from './site.json' with { type: 'json' }

const NAMES: Readonly<Record<string, string>> = { ...promises, brand: site.name, program: site.program, supportEmail: site.supportEmail }

/** Fills in `{brand}` and similar names from content/site.json and the promises. @throws Error for an unknown name */
const fillIn = (text: string) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = NAMES[name]
		if (value === undefined) throw new Error(`content/legal: unknown name {${name}}`)
		return value
	})

/** The page of a legal text. @throws Error that names the line of each fault, or an unknown name */
export function renderLegal(id: LegalId, source: string): LegalPage {
	const parsed = parseLegal(source)
	if (!parsed.ok)
		throw new Error(`content/legal/${id}.md: ${parsed.issues.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`)
	// Only now: a name may hold what means something to YAML.
	const { title, description, summary, effective, body } = parsed.text
	return { id, title: fillIn(title), description: fillIn(description), summary: fillIn(summary), effective, ...renderArticle(fillIn(body)) }
}
