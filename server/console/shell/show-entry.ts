import { consolePaths } from '#contracts/console-paths.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { showGiven } from '#server/http/react/answer-by-react.ts'

import type { EntryPage } from './visit.ts'

/** A page before the console is open: signing in, the second factor, a refusal. It needs nothing of the database. */
export const showEntry = (c: HttpContext, page: EntryPage, status = 200): Promise<Response> =>
	showGiven(c, page, { route: consolePaths.entry, status })

type NewCodes = { codes: readonly string[]; email: string; to: string }

/** They are kept as hashes, so this answer is the only one that shows them. */
export const showRecoveryCodes = (c: HttpContext, shown: NewCodes) =>
	showEntry(c, { page: 'recovery-codes', siteUrl: c.var.ctx.config.siteUrl, ...shown })
