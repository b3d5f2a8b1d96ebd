import { storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** More than a course has. */
const MOST = 400

const seen = storedValue(storageKeys.moments, (raw) =>
	Array.isArray(raw) ? raw.filter((name): name is string => typeof name === 'string').slice(0, MOST) : null,
)

/** Those of these moments that this browser has not shown yet. */
export function unseenMoments(names: readonly string[]): string[] {
	const known = new Set(seen.read())
	return names.filter((name) => !known.has(name))
}

/** These were shown, or would have been where nothing is to move. */
export function rememberMoments(names: readonly string[]): void {
	const fresh = unseenMoments(names)
	if (fresh.length > 0) seen.write([...(seen.read() ?? []), ...fresh])
}
