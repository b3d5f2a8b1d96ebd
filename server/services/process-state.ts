import type { Db } from '#server/db/database.ts'

/**
 * Queues and caches of a process, by factory function. They belong to one process state, not to a module, so that two servers in
 * one Node process share nothing.
 */
export class ProcessState {
	readonly #parts: ReadonlyMap<unknown, unknown>

	constructor(db: Db, makers: readonly ((db: Db) => unknown)[]) {
		this.#parts = new Map(makers.map((make) => [make, make(db)]))
	}

	/** @throws Error if process/deps.ts doesn't list the factory */
	of<Part>(make: (db: Db) => Part): Part {
		if (!this.#parts.has(make)) throw new Error(`process/deps.ts does not list ${make.name}`)
		return this.#parts.get(make) as Part
	}
}
