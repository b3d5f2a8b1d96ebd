import { isMap, isScalar, isSeq, parseDocument } from 'yaml'

/**
 * Returns the paths of objects that are written on several lines, such as `/offers/0`.
 * @returns an empty set if the text isn't JSON
 */
export function findMultilineObjects(text: string): ReadonlySet<string> {
	const open = new Set<string>()
	const walk = (node: unknown, path: string): void => {
		if (isMap(node)) {
			const first = node.items[0]?.key
			if (isScalar(first) && node.range && first.range && text.slice(node.range[0], first.range[0]).includes('\n')) open.add(path)
			for (const { key, value } of node.items) walk(value, `${path}/${isScalar(key) ? String(key.value) : ''}`)
		}
		if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, `${path}/${index}`)
	}
	walk(parseDocument(text).contents, '')
	return open
}
