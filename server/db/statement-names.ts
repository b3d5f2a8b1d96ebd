/** We have a few hundred statements. Lists of varying length must not fill the server's memory. */
const MAX_NAMES = 1000

/** The same text always gets the same name. Beyond the limit, texts stay unnamed. */
export class StatementNames {
	readonly #names = new Map<string, string>()

	/** Null if the limit is reached. */
	nameOf(text: string): string | null {
		const known = this.#names.get(text)
		if (known) return known
		if (this.#names.size >= MAX_NAMES) return null
		const name = `lw${this.#names.size}`
		this.#names.set(text, name)
		return name
	}
}
