export type TimelineText =
	| string
	| { code: string }
	| { state: string; tone?: 'good' | 'warn' | 'bad' }
	| { href: string; words: string }
	| { at: Date | null }

export type TimelineEvent = {
	at: Date
	what: TimelineText | readonly TimelineText[]
	/** Longer texts; each is shown on a separate line. */
	notes?: readonly (string | null)[]
	tone?: 'good' | 'warn' | 'bad'
}
