/** Returns a time zone in which it is noon, because newsletters aren't sent at night. */
export function atNoon(now: Date): string {
	const ahead = 12 - now.getUTCHours()
	return `Etc/GMT${ahead > 0 ? `-${ahead}` : ahead < 0 ? `+${-ahead}` : ''}`
}
