/**
 * Stands for the site's public origin while a page is being prerendered. `finalize` puts the origin of the build in its place,
 * and the server its own where that differs.
 */
export const ORIGIN_TOKEN = 'https://origin.invalid'
