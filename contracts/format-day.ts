/**
 * A day as pages, mails and documents write it: "March 2, 2026", in UTC.
 * @param time RFC 3339, a date alone, milliseconds since 1970 or a Date
 */
export const formatUtcDay = (time: string | number | Date): string =>
	new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The last day of a time that ends at `until`: the day of the moment before. */
export const formatLastUtcDay = (until: string | number | Date): string => formatUtcDay(new Date(until).getTime() - 1)

/** The same in the reader's time zone: only in the browser, after hydration. */
export const formatLocalDay = (time: string | number | Date): string => new Date(time).toLocaleDateString('en-US', { dateStyle: 'long' })
