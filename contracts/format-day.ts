/**
 * Formats a date for pages, emails and documents: "March 2, 2026", in UTC.
 * @param time RFC 3339, a date, milliseconds since 1970, or a Date
 */
export const formatUtcDay = (time: string | number | Date): string =>
	new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats the last day of a period whose end is exclusive: the day of the millisecond before `until`. */
export const formatLastUtcDay = (until: string | number | Date): string => formatUtcDay(new Date(until).getTime() - 1)

/** Formats a date in the reader's time zone. Only for use in the browser, after hydration. */
export const formatLocalDay = (time: string | number | Date): string => new Date(time).toLocaleDateString('en-US', { dateStyle: 'long' })
