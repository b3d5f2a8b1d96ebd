/** True in `npm run test:long`, and in `npm test` with file names: they also run rare and repeated cases. */
export const isLong = process.env['LONG_TESTS'] === '1'

/** Tag of a journey that only runs in the long tests. */
export const LONG = '@long'
