import { type ResponseFormat, RestRefusal } from '#server/services/platform/rest/rest-refusal.ts'

const FORMATS: Record<string, ResponseFormat['kind']> = {
	'*/*': 'json',
	'application/*': 'json',
	'application/json': 'json',
	'application/vnd.pgrst.array+json': 'json',
	'application/vnd.pgrst.array': 'json',
	'application/vnd.pgrst.object+json': 'object',
	'application/vnd.pgrst.object': 'object',
	'text/csv': 'csv',
}

/**
 * Returns the first requested media type that we support.
 * @throws RestRefusal PGRST107 (406)
 */
export function parseAccept(header: string | undefined): ResponseFormat {
	const entries = (header ?? '*/*').split(',').map((entry) => entry.trim())
	for (const entry of entries) {
		const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
		const kind = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined
		if (kind) return { kind, isStripped: kind !== 'csv' && parameters.includes('nulls=stripped') }
	}
	throw new RestRefusal(406, 'PGRST107', `None of these media types are available: ${entries.join(', ').slice(0, 200)}`)
}

/**
 * Returns the requested schema; without a header, the first exposed one.
 * @throws RestRefusal PGRST106 (406) if it isn't exposed
 */
export function readSchema(header: string | undefined, exposed: readonly [string, ...string[]]): string {
	const schema = header ?? exposed[0]
	if (exposed.includes(schema)) return schema
	throw new RestRefusal(406, 'PGRST106', {
		message: `Invalid schema: ${schema.slice(0, 100)}`,
		hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
	})
}

export type Range = { limit: number | null; offset: number }

/**
 * Parses a range of rows, both ends included: `Range: 10-19`. Ignores other units.
 * @throws RestRefusal PGRST103 (416) if the range ends before it starts
 */
export function parseRange(header: string | undefined): Range | null {
	const [, first, last] = /^(\d{1,9})-(\d{1,9})?$/.exec(header?.trim() ?? '') ?? []
	if (first === undefined) return null
	if (last !== undefined && Number(last) < Number(first))
		throw new RestRefusal(416, 'PGRST103', {
			message: 'Requested range not satisfiable',
			details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
		})
	return { offset: Number(first), limit: last === undefined ? null : Number(last) - Number(first) + 1 }
}
