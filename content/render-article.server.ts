import { findElements, markdownTree, readText, stringifyTree } from './render-markdown.server.ts'

/** Returns a heading's slug: `What it costs, honestly` gives `what-it-costs-honestly`. */
const slugOf = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '')

/** Renders an article whose sections have IDs to link to. Links to other sites open in a new tab and send no referrer. */
export function renderArticle(body: string): { bodyHtml: string; contents: { id: string; text: string }[] } {
	const tree = markdownTree(body)
	const taken = new Set<string>()
	const contents = findElements(tree, 'h2').map((heading) => {
		const text = readText(heading).trim()
		const wanted = slugOf(text) || 'section'
		let id = wanted
		for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`
		taken.add(id)
		heading.properties = { ...heading.properties, id }
		return { id, text }
	})
	for (const link of findElements(tree, 'a'))
		if (/^https?:/.test(String(link.properties?.href)))
			link.properties = { ...link.properties, target: '_blank', rel: 'noopener noreferrer' }
	return { bodyHtml: stringifyTree(tree), contents }
}
