export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the browser's storage; null if it is blocked: then even reading the property may throw. */
export function browserStorage(): StorageArea | null {
	try {
		return window.localStorage
	} catch {
		return null
	}
}

/** Event for changes by this tab; the browser's `storage` event only fires in other tabs. */
export const STORAGE_CHANGED = 'launchway:storage'

function announce(key: string): void {
	window.dispatchEvent(new CustomEvent(STORAGE_CHANGED, { detail: key }))
}

/**
 * Runs `listener` when a stored value changes, in any tab, and when the page is restored from the back/forward cache, because it may have
 * missed changes.
 * @returns a function that removes the listener
 */
export function onStorageChange(listener: () => void): () => void {
	const onReturn = (event: PageTransitionEvent) => event.persisted && listener()
	window.addEventListener('storage', listener)
	window.addEventListener(STORAGE_CHANGED, listener)
	window.addEventListener('pageshow', onReturn)
	return () => {
		window.removeEventListener('pageshow', onReturn)
		window.removeEventListener('storage', listener)
		window.removeEventListener(STORAGE_CHANGED, listener)
	}
}

type Stored<T> = {
	read(): T | null
	/** @returns false if storage is full or blocked; the page then continues with its copy in memory */
	write(value: T): boolean
	clear(): void
}

type Codec<T> = { decode(raw: string): T | null; encode(value: T): string }

function stored<T>(key: string, codec: Codec<T>): Stored<T> {
	return {
		read() {
			try {
				const raw = browserStorage()?.getItem(key) ?? null
				return raw === null ? null : codec.decode(raw)
			} catch {
				return null // written by an older build, or by hand
			}
		},
		write(value) {
			try {
				const area = browserStorage()
				if (!area) return false
				area.setItem(key, codec.encode(value))
				announce(key)
				return true
			} catch {
				return false
			}
		},
		clear() {
			try {
				browserStorage()?.removeItem(key)
				announce(key)
			} catch {
				// Storage is blocked, so there is nothing to remove.
			}
		},
	}
}

/**
 * JSON value under one key.
 * @param parse validates the stored value; returns null if it is outdated or invalid
 */
export const storedValue = <T>(key: string, parse: (raw: unknown) => T | null): Stored<T> =>
	stored(key, { decode: (raw) => parse(JSON.parse(raw)), encode: (value) => JSON.stringify(value) })

/** One of a few fixed strings under one key, such as a flag that is `true`, or the cookie choice. */
export const storedOption = <T extends string>(key: string, words: readonly T[]): Stored<T> =>
	stored(key, { decode: (raw) => words.find((word) => word === raw) ?? null, encode: (value) => value })

/** ID stored under one key. Only its format is checked, because the valid IDs aren't known here. */
export const storedId = (key: string): Stored<string> =>
	stored(key, { decode: (raw) => (/^[a-z0-9][a-z0-9_-]{0,59}$/.test(raw) ? raw : null), encode: (value) => value })
