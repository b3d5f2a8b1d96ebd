import type { Db } from '#server/db/database.ts'

/**
 * The queues and caches of one process, each named by the function that makes it. They are made at start and end with it: no
 * module keeps one, so two servers on two databases share nothing.
 */
export class ProcessState {
	readonly #parts: ReadonlyMap<unknown, unknown>

	constructor(db: Db, makers: readonly ((db: Db) => unknown)[]) {
		this.#parts = new Map(makers.map((make) => [make, make(db)]))
	}

	/** @throws Error for a part that process/deps.ts does not list */
	of<Part>(make: (db: Db) => Part): Part {
		if (!this.#parts.has(make)) throw new Error(`process/deps.ts does not list ${make.name}`)
		return this.#parts.get(make) as Part
	}
}
