/** `npm run test:long`, and `npm test` with file names, also run rare and repeated cases that plain `npm test` skips. */
export const isLong = process.env['LONG_TESTS'] === '1'

/** Tag of a journey that only runs in the long tests. */
export const LONG = '@long'
