/**
 * Maximum number of prepared statements. We have a few hundred, but lists of varying length could create any number of them and
 * fill PostgreSQL's memory.
 */
const MAX_NAMES = 1000

/** Names prepared statements: the same text always gets the same name. Beyond the limit, statements stay unnamed. */
export class StatementNames {
	readonly #names = new Map<string, string>()

	/** Returns the name of a statement; null if the limit is reached. */
	nameOf(text: string): string | null {
		const known = this.#names.get(text)
		if (known) return known
		if (this.#names.size >= MAX_NAMES) return null
		const name = `lw${this.#names.size}`
		this.#names.set(text, name)
		return name
	}
}
