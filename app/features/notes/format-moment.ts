/** Formats a time in the reader's time zone, such as "November 16, 2026 at 9:05 AM". */
export const formatMoment = (atMs: number): string => new Date(atMs).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
