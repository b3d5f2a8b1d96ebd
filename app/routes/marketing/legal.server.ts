import { parseLegal } from '#content/parse-legal.ts'
import { promises } from '#content/promises/promises.ts'
import { renderArticle } from '#content/render-article.server.ts'
import { LEGAL_IDS, type LegalId, type LegalPage } from '#content/schema/legal.ts'
import site from '#content/site.json'

const sources = import.meta.glob<string>('/content/legal/*.md', { query: '?raw', import: 'default', eager: true })

const NAMES: Readonly<Record<string, string>> = { ...promises, brand: site.name, program: site.program, supportEmail: site.supportEmail }

/** Fills in `{brand}` and similar names from content/site.json and the promises. @throws Error for an unknown name */
const fillIn = (text: string) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = NAMES[name]
		if (value === undefined) throw new Error(`content/legal: unknown name {${name}}`)
		return value
	})

function readLegal(id: LegalId): LegalPage {
	const parsed = parseLegal(fillIn(sources[`/content/legal/${id}.md`] ?? ''))
	if (!parsed.ok)
		throw new Error(`content/legal/${id}.md: ${parsed.issues.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`)
	const { body, ...facts } = parsed.text
	return { id, ...facts, ...renderArticle(body) }
}

const pages = LEGAL_IDS.map(readLegal)

/** The page at this path or at that of its data file, or undefined. The build stops at the first invalid text. */
export const legalPageAt = (path: string): LegalPage | undefined => pages.find(({ id }) => `/${id}` === path.replace(/\.data$|\/+$/, ''))
