import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** A line of a `routes.txt`, with facts that can't be read from the router. */
export type RouteLine = {
	/** Text of the `#` heading above the line. */
	area: string
	/** Method and path, separated by a space. */
	endpoint: string
	method: string
	path: string
	/** Permitted callers, in words that `scripts/verify/read-permissions.ts` knows. */
	who: string
	does: string
	/** True if shared caches may store the response. */
	isPublic: boolean
	/** True if the route can be off; it is then 404 for everyone. */
	isOptional: boolean
	/** Names of the route's rate limits. The console has one for all pages and actions behind its sign-in. */
	limits: readonly string[]
}

const LINE = /^(GET|POST|PUT|PATCH|DELETE) (\S+) \| ([^|]+) \| ([^|]+?)(?: \| (public|optional)?(?: ?limits: ([\w -]+))?)?$/

/** @throws Error for a line that is neither a heading nor `METHOD /path | who | what`, followed by `| public limits: name name` or `| optional` where they apply */
export function parseRouteLines(text: string): RouteLine[] {
	let area = ''
	return text.split('\n').flatMap((line) => {
		if (line.startsWith('# ')) area = line.slice(2)
		if (line === '' || line.startsWith('# ')) return []
		const [, method = '', address = '', who = '', does = '', kind, limits] = LINE.exec(line) ?? []
		if (method === '' || area === '') throw new Error(`not a route: ${line}`)
		return [
			{
				area,
				endpoint: `${method} ${address}`,
				method,
				path: address,
				who,
				does,
				isPublic: kind === 'public',
				isOptional: kind === 'optional',
				limits: limits?.split(' ') ?? [],
			},
		]
	})
}

/** Reads all `routes.txt` files, sorted by folder, plugins last. */
export const readRouteLines = (): RouteLine[] =>
	globSync('server/**/routes.txt', { cwd: root })
		.toSorted()
		.flatMap((file) => parseRouteLines(readFileSync(path.join(root, file), 'utf8')))
