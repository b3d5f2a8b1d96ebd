import type { HttpContext } from '#server/http/environment.ts'

/** True if the client accepts JSON: our scripts and API clients expect `{ message }` instead of a page. */
export const wantsJson = (c: HttpContext): boolean => /^application\/json\b/.test(c.req.header('accept') ?? '')
