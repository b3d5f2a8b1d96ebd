/** Returns the display name of a time zone, such as `Eastern Time`; its ID if it has no name. */
export function formatZoneName(timeZone: string): string {
	const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
	return name.startsWith('GMT') ? timeZone.replaceAll('_', ' ') : name
}

export type Part =
	| string
	| { code: string }
	| { state: string; tone?: 'good' | 'warn' | 'bad' }
	| { href: string; words: string }
	| { at: Date | null }

export type Moment = {
	at: Date
	what: Part | readonly Part[]
	/** Longer texts; each is shown on a separate line. */
	notes?: readonly (string | null)[]
	tone?: 'good' | 'warn' | 'bad'
}
