/**
 * Placeholder for the site's public origin in a prerendered page. `finalize` replaces it by the origin of the build,
 * and the server by its own where that differs.
 */
export const ORIGIN_TOKEN = 'https://origin.invalid'
