import { isDeeperThan } from '#server/http/environment.ts'
import type { CallArguments, RowsBody } from '#server/services/platform/rest/request-tree.ts'
import { RestRefusal } from '#server/services/platform/rest/rest-refusal.ts'

const MAX_ROWS = 1000
/** Maximum nesting, deeper than any document of ours: PostgreSQL parses JSON recursively. */
const MAX_DEPTH = 64

const refuse = (message: string) => new RestRefusal(400, 'PGRST102', message)

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		throw refuse('Empty or invalid json')
	}
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws RestRefusal PGRST102 (400) for a body that isn't JSON or is nested too deeply */
function readJson(text: string, contentType: string | undefined): unknown {
	const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase()
	if (mediaType !== 'application/json') throw refuse(`Content-Type not acceptable: ${mediaType?.slice(0, 100) || 'none'}`)
	const value = parseJson(text)
	if (isDeeperThan(text, MAX_DEPTH)) throw refuse(`A body may be at most ${MAX_DEPTH} levels deep`)
	return value
}

/**
 * Parses the arguments: a single object, or none without a body.
 * @throws RestRefusal PGRST102 (400)
 */
export function parseArguments(text: string, contentType: string | undefined): CallArguments {
	if (text === '') return { kind: 'json', text: '{}', names: [] }
	const value = readJson(text, contentType)
	if (!isObject(value)) throw refuse('Expected an object whose keys are the names of parameters')
	return { kind: 'json', text, names: Object.keys(value) }
}

/**
 * Parses a body: an object or an array of objects.
 * @param hasColumns true if the request lists its columns; otherwise all objects must have the same keys
 * @throws RestRefusal PGRST102 (400), also for too many rows
 */
export function parseBody(text: string, contentType: string | undefined, hasColumns: boolean): RowsBody {
	const value = readJson(text, contentType)
	const rows: unknown[] = Array.isArray(value) ? value : [value]
	if (rows.length > MAX_ROWS) throw refuse(`A body may have at most ${MAX_ROWS} rows`)
	if (!rows.every(isObject)) throw refuse('Expected an object or an array of objects')
	const keys = Object.keys(rows[0] ?? {})
	const isUniform = rows.every((row) => Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key)))
	if (!hasColumns && !isUniform) throw refuse('All object keys must match')
	return { text: Array.isArray(value) ? text : `[${text}]`, rows: rows.length, keys }
}
