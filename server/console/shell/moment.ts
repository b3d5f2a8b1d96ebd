/** A piece of a sentence: words, an id of a provider, a state, a link, a time. */
export type Part =
	| string
	| { code: string }
	| { state: string; tone?: 'good' | 'warn' | 'bad' }
	| { href: string; words: string }
	| { at: Date | null }

/** One event of a timeline. */
export type Moment = {
	at: Date
	what: Part | readonly Part[]
	/** Longer texts, each on a line below. */
	notes?: readonly (string | null)[]
	tone?: 'good' | 'warn' | 'bad'
}
