/**
 * The key every browser sends as `apikey`. It names the product, not a person, and opens nothing by itself
 * (an `apikey` alone never authenticates).
 */
export const PUBLISHABLE_KEY = 'sb_publishable_launchway'

/** What our own pages send as `x-client-info`: a session that they open asks for a fresh proof before a way in changes. */
export const OUR_PAGES = 'own-pages'
