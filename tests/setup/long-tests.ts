/** `npm run test:long`, and `npm test` of named files, also try the rare and repeated cases that plain `npm test` leaves out. */
export const isLong = process.env['LONG_TESTS'] === '1'

/** Tag of a journey that only the long tests make. */
export const LONG = '@long'
