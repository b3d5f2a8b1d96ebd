/** Maximum named statements. We have a few hundred; lists of varying length must not fill the server's memory. */
const MAX_NAMES = 1000

/** Assigns names to statements, always the same to the same text. Beyond the limit, texts stay unnamed. */
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
