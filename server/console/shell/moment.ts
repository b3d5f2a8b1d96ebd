/** Part of a sentence: text, provider id, status, link or time. */
export type Part =
	| string
	| { code: string }
	| { state: string; tone?: 'good' | 'warn' | 'bad' }
	| { href: string; words: string }
	| { at: Date | null }

/** An event of a timeline. */
export type Moment = {
	at: Date
	what: Part | readonly Part[]
	/** Longer texts, each on its own line. */
	notes?: readonly (string | null)[]
	tone?: 'good' | 'warn' | 'bad'
}
