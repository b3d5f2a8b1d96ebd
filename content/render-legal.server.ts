import { parseLegal } from './parse-legal.ts'
import { promises } from './promises/promises.ts'
import { renderArticle } from './render-article.server.ts'
import type { LegalId, LegalPage } from './schema/legal.ts'
import site from './site.json' with { type: 'json' }

/** What stands in braces in a legal text. */
export const legalNames: Readonly<Record<string, string>> = {
	...promises,
	brand: site.name,
	program: site.program,
	supportEmail: site.supportEmail,
}

/** Fills in `{brand}` and similar names from content/site.json and the promises. @throws Error for an unknown name */
const fillIn = (text: string, names: typeof legalNames) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = names[name]
		if (value === undefined) throw new Error(`content/legal: unknown name {${name}}`)
		return value
	})

/** The page of a legal text. @param names by default those of the content @throws Error that names the line of each fault, or an unknown name */
export function renderLegal(id: LegalId, source: string, names = legalNames): LegalPage {
	const parsed = parseLegal(source)
	if (!parsed.ok)
		throw new Error(`content/legal/${id}.md: ${parsed.issues.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`)
	// Only now: a name may hold what means something to YAML.
	const { title, description, summary, effective, body } = parsed.text
	const fill = (text: string) => fillIn(text, names)
	return { id, title: fill(title), description: fill(description), summary: fill(summary), effective, ...renderArticle(fill(body)) }
}
