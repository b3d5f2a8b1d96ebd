const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-11-16` as "16 November 2026". */
export const formatWeek = (week: string): string => LONG_DAY.format(new Date(`${week}T00:00:00Z`))
