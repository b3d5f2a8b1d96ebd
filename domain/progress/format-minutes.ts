/** Formats a duration, rounded to five minutes below an hour and to half hours above. */
export function formatMinutes(minutes: number): string {
	if (!(minutes > 0)) return 'nothing'
	if (minutes < 58) return `about ${Math.max(5, Math.round(minutes / 5) * 5)} minutes`
	const halves = Math.round(minutes / 30)
	return halves === 2 ? 'about an hour' : `about ${halves / 2} hours`
}
