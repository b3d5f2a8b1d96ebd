/** Placeholder for the site's public origin in rendered pages; server/pages replaces it. */
export const ORIGIN_TOKEN = 'https://origin.invalid'
