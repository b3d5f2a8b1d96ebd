/** Placeholder for the site's public origin in rendered pages, replaced in server/pages. */
export const ORIGIN_TOKEN = 'https://origin.invalid'
