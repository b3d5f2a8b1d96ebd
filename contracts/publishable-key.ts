/**
 * The key every browser sends as `apikey`. It names the product, not a person, and opens nothing by itself
 * (an `apikey` alone never authenticates).
 */
export const PUBLISHABLE_KEY = 'sb_publishable_launchway'
