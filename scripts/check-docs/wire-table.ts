import { type MountedRoute, presentFacts } from './read-routes.ts'

/** A row of docs/wire.md: the one table of all routes. */
export type WireRow = {
	/** `METHOD /path`. */
	endpoint: string
	method: string
	path: string
	does: string
	who: string
	limit: string
	cache: string
	body: string
}

const ROW = /^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \|(.*)\|$/

function readRow(line: string): WireRow | null {
	const [, method = '', path = '', rest = ''] = ROW.exec(line) ?? []
	if (path === '') return null
	const [does = '', who = '', limit = '', cache = '', body = ''] = rest.split('|').map((cell) => cell.trim())
	return { endpoint: `${method} ${path}`, method, path, does, who, limit, cache, body }
}

export const readWireTable = (markdown: string): WireRow[] => markdown.split('\n').flatMap((line) => readRow(line) ?? [])

/** The text with the cells that come from the app itself, without the rows of routes that are gone. */
export function writeFacts(markdown: string, routes: readonly MountedRoute[]): string {
	const facts = new Map(routes.map((route) => [route.endpoint, presentFacts(route)]))
	const write = (line: string) => {
		const row = readRow(line)
		if (!row) return line
		const cells = facts.get(row.endpoint)
		return cells ? `| ${row.method} | \`${row.path}\` | ${[row.does, row.who, ...cells].join(' | ')} |` : null
	}
	return markdown
		.split('\n')
		.map(write)
		.filter((line) => line !== null)
		.join('\n')
}
