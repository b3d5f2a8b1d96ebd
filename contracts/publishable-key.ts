/** Key that all browsers send as `apikey`. It is the same for everyone, so it authenticates no one. */
export const PUBLISHABLE_KEY = 'sb_publishable_launchway'

/** Value of `x-client-info` sent by our pages. Sessions started by them need a fresh proof before a sign-in method is changed. */
export const OWN_PAGES_CLIENT_INFO = 'own-pages'
