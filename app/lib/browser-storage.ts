export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage, or null where it is blocked: reading the property itself may throw. */
export function browserStorage(): StorageArea | null {
	try {
		return window.localStorage
	} catch {
		return null
	}
}

/** Announces a write to the other islands of this tab; the `storage` event only reaches other tabs. */
export const STORAGE_CHANGED = 'launchway:storage'

function announce(key: string): void {
	window.dispatchEvent(new CustomEvent(STORAGE_CHANGED, { detail: key }))
}

/**
 * Runs `listener` whenever a stored value changes, in this tab or another. A page restored from the back/forward cache may
 * have missed changes, so its return counts as one.
 * @returns the function that stops listening
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
	/** @returns false when the browser refused (storage full or blocked); the page continues with its copy in memory */
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
				// Nothing was stored, so there is nothing to clear.
			}
		},
	}
}

/** JSON value under one key. `parse` validates stored data: an older shape or a foreign value gives null. */
export const storedValue = <T>(key: string, parse: (raw: unknown) => T | null): Stored<T> =>
	stored(key, { decode: (raw) => parse(JSON.parse(raw)), encode: (value) => JSON.stringify(value) })

/** A bare word under one key, such as the flags that hold `true` and the cookie choice. */
export const storedWord = <T extends string>(key: string, words: readonly T[]): Stored<T> =>
	stored(key, { decode: (raw) => words.find((word) => word === raw) ?? null, encode: (value) => value })

/** A bare name under one key, such as a project's id; the caller does not know the choices. Only a plain id counts. */
export const storedName = (key: string): Stored<string> =>
	stored(key, { decode: (raw) => (/^[a-z0-9][a-z0-9_-]{0,59}$/.test(raw) ? raw : null), encode: (value) => value })
