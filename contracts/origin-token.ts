/** Placeholder for the site's public origin in what the React app renders; server/pages puts the origin in its place. */
export const ORIGIN_TOKEN = 'https://origin.invalid'
