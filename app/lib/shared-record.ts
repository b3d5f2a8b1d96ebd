import { browserStorage, onStorageChange, storedValue } from './browser-storage.ts'

type Rules<T> = {
	empty: T
	/** Validates the stored value; returns null if it is outdated or invalid. */
	parse: (raw: unknown) => T | null
	encode?: (record: T) => unknown
	unite: (held: T, stored: T) => T
}

/**
 * One JSON record under one key, shared between tabs. If storage is blocked or full, it is kept in memory, and writes by other tabs are
 * still merged. `read` returns the same object until something changes.
 */
export class SharedRecord<T> {
	readonly #key: string
	readonly #rules: Rules<T>
	readonly #value: ReturnType<typeof storedValue<unknown>>
	readonly #listeners = new Set<() => void>()
	#held: T
	#lastRaw: string | null = null
	#isKept = true

	constructor(key: string, rules: Rules<T>) {
		this.#key = key
		this.#rules = rules
		this.#value = storedValue<unknown>(key, rules.parse)
		this.#held = rules.empty
	}

	get isKept(): boolean {
		return this.#isKept
	}

	read(): T {
		const raw = this.#readRaw()
		if (raw === this.#lastRaw) return this.#held
		this.#lastRaw = raw
		const stored = this.#value.read() as T | null // safe: it went through `parse`
		if (raw === null) this.#held = this.#rules.empty // someone cleared the browser's storage on purpose
		else if (stored) this.#held = this.#rules.unite(this.#held, stored)
		return this.#held
	}

	/**
	 * Runs `listener` on changes in any tab.
	 * @returns a function that removes it
	 */
	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		const stop = onStorageChange(listener)
		return () => {
			this.#listeners.delete(listener)
			stop()
		}
	}

	/**
	 * @param beforeNotify runs if the record changes, once it is replaced in memory, before it is stored and before listeners run
	 */
	keep(next: T, beforeNotify?: () => void): void {
		if (next === this.#held) return
		this.#held = next
		beforeNotify?.()
		const written = this.#rules.encode?.(next) ?? next
		this.#lastRaw = JSON.stringify(written) // avoids parsing our own write again
		this.#isKept = this.#value.write(written)
		if (!this.#isKept) this.#lastRaw = this.#readRaw()
		for (const listener of this.#listeners) listener()
	}

	/** Returns the text under the key; null if it is missing or storage is blocked. */
	#readRaw(): string | null {
		try {
			return browserStorage()?.getItem(this.#key) ?? null
		} catch {
			return null
		}
	}
}
