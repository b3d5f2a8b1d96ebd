import type { HttpContext } from '#server/http/environment.ts'

/** True if a script of ours asked, which reads `{ message }` in place of a page. */
export const wantsJson = (c: HttpContext): boolean => /^application\/json\b/.test(c.req.header('accept') ?? '')
