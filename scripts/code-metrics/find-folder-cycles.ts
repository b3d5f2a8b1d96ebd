import path from 'node:path'

import type { Import } from './read-imports.ts'

type Graph = Map<string, Set<string>>

function graphOf(imports: readonly Import[]): Graph {
	const graph: Graph = new Map()
	for (const { from, to } of imports) {
		const [one, other] = [path.posix.dirname(from), path.posix.dirname(to)]
		if (one === other) continue
		graph.set(one, (graph.get(one) ?? new Set()).add(other))
		if (!graph.has(other)) graph.set(other, new Set())
	}
	return graph
}

/**
 * Finds folders that import each other directly or indirectly: strongly connected components of more than one folder (Tarjan
 * 1972). A subfolder counts as a separate folder.
 */
export function findFolderCycles(imports: readonly Import[]): string[][] {
	const graph = graphOf(imports)
	const order = new Map<string, number>()
	const open: string[] = []
	const cycles: string[][] = []

	function visit(folder: string): number {
		order.set(folder, order.size)
		let low = order.size - 1
		open.push(folder)
		for (const next of graph.get(folder) ?? []) {
			if (!order.has(next)) low = Math.min(low, visit(next))
			else if (open.includes(next)) low = Math.min(low, order.get(next)!)
		}
		if (low === order.get(folder)) {
			const cycle = open.splice(open.indexOf(folder))
			if (cycle.length > 1) cycles.push(cycle.toSorted())
		}
		return low
	}

	for (const folder of graph.keys()) if (!order.has(folder)) visit(folder)
	return cycles
}
