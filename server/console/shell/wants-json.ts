import type { HttpContext } from '#server/http/environment.ts'

/** True if one of our scripts sent the request: it expects `{ message }` instead of a page. */
export const wantsJson = (c: HttpContext): boolean => /^application\/json\b/.test(c.req.header('accept') ?? '')
