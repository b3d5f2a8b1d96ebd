/** Formats an hour of the day: 20 is `8 PM`. */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
