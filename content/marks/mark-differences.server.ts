import { html } from '#content/markup/pipelines.server.ts'
import type { HtmlNode } from '#content/render-figure/html-tree.ts'

type Tree = HtmlNode & ReturnType<ReturnType<typeof html>['parse']>

const UNSEEN = new Set(['head', 'script', 'style', 'noscript', 'template'])

function readSeen({ type, value = '', tagName, properties = {} }: HtmlNode): string {
	if (type === 'text') return value.trim()
	return tagName === 'img' ? `picture ${String(properties.src as string)} ${String(properties.alt as string)}` : ''
}

function visit(node: HtmlNode, parent: HtmlNode, see: (seen: string, holder: HtmlNode) => void): void {
	if (UNSEEN.has(node.tagName ?? '')) return
	const seen = readSeen(node)
	if (seen !== '') see(seen, node.type === 'text' ? parent : node)
	for (const child of node.children ?? []) visit(child, node, see)
}

/** @param other version to compare with; nothing is marked if it is empty */
export function markDifferences(page: string, other: string): string {
	const tree = html().parse(page) as Tree
	const present = new Map<string, number>()
	const otherTree = html().parse(other) as Tree
	visit(otherTree, otherTree, (seen) => present.set(seen, (present.get(seen) ?? 0) + 1))
	visit(tree, tree, (seen, holder) => {
		const left = present.get(seen) ?? 0
		if (left > 0) present.set(seen, left - 1)
		else if (other !== '') holder.properties = { ...holder.properties, dataChanged: '' }
	})
	return html().stringify(tree)
}
