const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats `2026-11-16` as "November 16, 2026". */
export const formatWeek = (week: string): string => LONG_DAY.format(new Date(`${week}T00:00:00Z`))
