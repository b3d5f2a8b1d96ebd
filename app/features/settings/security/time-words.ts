const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }

/** @param instant RFC 3339 timestamp */
export const formatDate = (instant: string): string => new Date(instant).toLocaleDateString('en-US', DAY)

export const formatDateTime = (instant: string): string => new Date(instant).toLocaleString('en-US', { ...DAY, timeStyle: 'short' })
