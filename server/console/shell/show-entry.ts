import { consolePaths } from '#contracts/console-paths.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { renderStandalonePage } from '#server/http/react/answer-by-react.ts'

import type { EntryPage } from './visit.ts'

/** Shows a page without a console session: sign-in, second factor or a refusal. Needs no database. */
export const showEntry = (c: HttpContext, page: EntryPage, status = 200): Promise<Response> =>
	renderStandalonePage(c, page, { route: consolePaths.entry, status })

type NewCodes = { codes: readonly string[]; email: string; to: string }

/** Shows new recovery codes. Only their hashes are stored, so they can't be shown again. */
export const showRecoveryCodes = (c: HttpContext, shown: NewCodes) =>
	showEntry(c, { page: 'recovery-codes', siteUrl: c.var.ctx.config.siteUrl, ...shown })
