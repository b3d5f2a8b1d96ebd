/** Key that all browsers send as `apikey`. It identifies the product, not a user: on its own it never authenticates. */
export const PUBLISHABLE_KEY = 'sb_publishable_launchway'

/** `x-client-info` of our pages. Sessions started by them need a fresh proof before a sign-in method is changed. */
export const OUR_PAGES = 'own-pages'
