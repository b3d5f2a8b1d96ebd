import type { MountedRoute } from '#scripts/check-docs/read-routes.ts'
import type { Limiter } from '#server/http/limits.ts'

import type { RouteLine } from './route-lines.ts'
import { GENERATED_NOTE, table } from './table.ts'

const INTRODUCTION = `# Endpoints

${GENERATED_NOTE} from the router and \`server/**/routes.txt\`. Error shapes and the grammar of \`/rest/v1\`: [HTTP API](../api.md). Bodies of \`/api\` and \`/functions/v1\`: [openapi.json](openapi.json).

The console's routes and roles are in \`server/console/routes.txt\`.

Limits count requests per network (IPv4 address or IPv6 /64); limits with the same name share a counter. A row shows what differs from its area's defaults.
`

type Facts = { limit: string; cache: string; body: string }

const UNITS: [number, string][] = [
	[3600, 'h'],
	[60, 'min'],
	[1, 's'],
]

function presentLimit({ limit: { name, points, seconds } }: Limiter): string {
	const [size, unit] = UNITS.find(([length]) => seconds % length === 0) ?? [1, 's']
	const count = seconds / size
	return `${name} ${points}/${count === 1 ? '' : count}${unit}`
}

function presentBytes(bytes: number | null): string {
	if (bytes === null) return 'no body limit'
	return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MB` : `${bytes / 1024} kB`
}

const factsOf = ({ limiters, cache, bodyBytes }: MountedRoute): Facts => ({
	limit: limiters.map(presentLimit).join(', ') || 'no limit',
	cache,
	body: presentBytes(bodyBytes),
})

function mostCommon(values: readonly string[]): string {
	const counts = new Map<string, number>()
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
	return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

function writeArea(lines: readonly RouteLine[], routes: ReadonlyMap<string, MountedRoute>): string {
	const rows = lines.flatMap((line) => {
		const route = routes.get(line.endpoint)
		return route ? [{ line, facts: factsOf(route) }] : []
	})
	const usual: Facts = {
		limit: mostCommon(rows.map(({ facts }) => facts.limit)),
		cache: mostCommon(rows.map(({ facts }) => facts.cache)),
		body: mostCommon(rows.flatMap(({ facts, line }) => (line.method === 'GET' ? [] : facts.body))),
	}
	const cells = rows.map(({ line, facts }) => {
		const different = [
			facts.limit !== usual.limit && facts.limit,
			facts.cache !== usual.cache && facts.cache,
			line.method !== 'GET' && facts.body !== usual.body && facts.body,
		].filter((each) => each !== false)
		return [`\`${line.endpoint}\``, line.who, line.does, different.join('; ')]
	})
	return [
		`## ${lines[0]?.area}\n`,
		`Defaults: ${[usual.limit, usual.cache, usual.body].filter(Boolean).join('; ')}.\n`,
		table(['Endpoint', 'Who may call', 'What it does', 'Limit, cache, body'], cells),
	].join('\n')
}

/** Writes docs/reference/wire.md, without routes that aren't mounted, and those of the console, which only its own pages call. */
export function writeWire(lines: readonly RouteLine[], mounted: readonly MountedRoute[]): string {
	const routes = new Map(mounted.map((route) => [route.endpoint, route]))
	const areas = Map.groupBy(
		lines.filter(({ area, endpoint }) => area !== 'Console' && routes.has(endpoint)),
		({ area }) => area,
	)
	return [INTRODUCTION, ...[...areas.values()].map((each) => writeArea(each, routes))].join('\n')
}
