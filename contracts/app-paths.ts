/**
 * Pages that only exist in the browser: no HTML file, so the server answers the app shell for them.
 * `:id` stands for one segment, a trailing `/*` for one or more. A path joins together with its route (app/routes.ts);
 * everything else that has no file is a 404.
 */
export const appPaths: readonly string[] = ['/auth/callback', '/oauth/consent', '/orders/:id', '/certificates/:id']
