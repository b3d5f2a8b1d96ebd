import { storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** More than a course has. */
const MAX = 400

const seen = storedValue(storageKeys.moments, (raw) =>
	Array.isArray(raw) ? raw.filter((name): name is string => typeof name === 'string').slice(0, MAX) : null,
)

/** Those of these moments that this browser has not shown yet. */
export function unseenCelebrations(names: readonly string[]): string[] {
	const known = new Set(seen.read())
	return names.filter((name) => !known.has(name))
}

/** These were shown, or would have been where nothing is to move. */
export function rememberCelebrations(names: readonly string[]): void {
	const fresh = unseenCelebrations(names)
	if (fresh.length > 0) seen.write([...(seen.read() ?? []), ...fresh])
}
