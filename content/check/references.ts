import { isScalar, LineCounter, parseDocument, visit } from 'yaml'

import { oncePerSource } from './once-per-source.ts'

/** A string in a content file, with its line and key; the key of an array item is the array's. */
export type ContentString = { key: string; value: string; line: number }

export const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

/** Returns a file's strings with their keys and lines; Markdown links have the key `link`. */
export const readContentStrings = oncePerSource((file, source): ContentString[] => {
	if (!file.endsWith('.md')) return keyedStrings(source)
	const frontMatter = FRONT_MATTER.exec(source)?.[1] ?? ''
	const keyed = keyedStrings(frontMatter).map((reference) => ({ ...reference, line: reference.line + 1 }))
	return [...keyed, ...markdownLinks(source)]
})

function keyedStrings(source: string): ContentString[] {
	const lines = new LineCounter()
	const references: ContentString[] = []
	visit(parseDocument(source, { lineCounter: lines }), {
		Scalar(place, node, ancestors) {
			if (place === 'key' || typeof node.value !== 'string' || !node.range) return
			const pair = ancestors.findLast((ancestor) => 'key' in ancestor)
			const key = pair && 'key' in pair && isScalar(pair.key) ? String(pair.key.value) : ''
			references.push({ key, value: node.value, line: lines.linePos(node.range[0]).line })
		},
	})
	return references
}

const markdownLinks = (source: string): ContentString[] =>
	source
		.split('\n')
		.flatMap((text, index) =>
			[...text.matchAll(/\]\((\/[^)\s]*)/g)].map((match) => ({ key: 'link', value: match[1] ?? '', line: index + 1 })),
		)
