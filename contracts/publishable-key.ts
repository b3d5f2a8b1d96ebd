/**
 * The key every browser sends as `apikey`. It names the product, not a person, and gives no access by itself
 * (an `apikey` alone never authenticates).
 */
export const PUBLISHABLE_KEY = 'sb_publishable_launchway'

/** `x-client-info` of our own pages: a session opened by them needs a fresh proof before a sign-in method changes. */
export const OUR_PAGES = 'own-pages'
