import { RestRefusal, type RestRequest } from '#server/services/platform/rest/rest-refusal.ts'

/** Supported preferences of a `Prefer` header (RFC 7240). */
export type Preferences = {
	resolution: 'merge-duplicates' | 'ignore-duplicates' | null
	return: 'minimal' | 'representation' | null
	count: 'exact' | null
	missing: 'default' | 'null' | null
	handling: 'strict' | 'lenient' | null
	tx: 'commit' | 'rollback' | null
	maxAffected: number | null
}

const OFFERED: Record<string, readonly string[]> = {
	resolution: ['merge-duplicates', 'ignore-duplicates'],
	return: ['minimal', 'representation'],
	// All three counts are exact: an estimate would reveal the existence of hidden rows (docs/api.md).
	count: ['exact', 'planned', 'estimated'],
	missing: ['default', 'null'],
	handling: ['strict', 'lenient'],
	tx: ['commit', 'rollback'],
}

const isOffered = (name: string, value: string) =>
	name === 'max-affected' ? /^\d{1,9}$/.test(value) : Object.hasOwn(OFFERED, name) && OFFERED[name]?.includes(value)

/**
 * Parses a `Prefer` header. The first of a repeated preference applies.
 * @throws RestRefusal PGRST122 (400) for an unknown one with `handling=strict`
 */
export function parsePrefer(header: string | undefined): Preferences {
	const entries = (header ?? '').split(',').map((entry) => entry.trim())
	const chosen = new Map<string, string>()
	const unknown: string[] = []
	for (const entry of entries.filter(Boolean)) {
		const [name = '', value = ''] = entry.split('=', 2)
		if (!isOffered(name, value)) unknown.push(entry)
		else if (!chosen.has(name)) chosen.set(name, value)
	}
	const isStrict = chosen.get('handling') === 'strict'
	if (isStrict && unknown.length > 0)
		throw new RestRefusal(400, 'PGRST122', {
			message: 'Invalid preferences given with handling=strict',
			details: `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`,
		})
	const maxAffected = chosen.get('max-affected')
	return {
		resolution: (chosen.get('resolution') ?? null) as Preferences['resolution'],
		return: (chosen.get('return') ?? null) as Preferences['return'],
		count: chosen.has('count') ? 'exact' : null,
		missing: (chosen.get('missing') ?? null) as Preferences['missing'],
		handling: (chosen.get('handling') ?? null) as Preferences['handling'],
		tx: (chosen.get('tx') ?? null) as Preferences['tx'],
		maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : null,
	}
}

/** Returns the `Preference-Applied` header: the preferences that were applied to this kind of request; null if none. */
export function formatPreferenceApplied(preferences: Preferences, method: RestRequest['method']): string | null {
	const isWrite = method !== 'read'
	const applied: [string, string | number | null, boolean][] = [
		['resolution', preferences.resolution, method === 'insert'],
		['missing', preferences.missing, method === 'insert' || method === 'update'],
		['return', preferences.return, isWrite && method !== 'call'],
		['count', preferences.count, true],
		['tx', preferences.tx, isWrite],
		['handling', preferences.handling, true],
		['max-affected', preferences.maxAffected, method !== 'read' && method !== 'insert'],
	]
	const words = applied.flatMap(([name, value, isUsed]) => (isUsed && value !== null ? [`${name}=${value}`] : []))
	return words.length > 0 ? words.join(', ') : null
}
