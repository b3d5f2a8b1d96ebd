/** `2026-11-10` → `November 10, 2026`, the same in every time zone. */
export const formatDay = (date: string): string =>
	new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
