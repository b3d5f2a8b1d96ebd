/** A moment in the reader's own time, such as "November 16, 2026 at 9:05 AM". */
export const formatMoment = (atMs: number): string => new Date(atMs).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
