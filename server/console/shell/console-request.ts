import type { HttpContext } from '#server/http/environment.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ConsoleSession } from './session.ts'

export type ConsoleRequest = {
	ctx: ServiceContext
	by: ConsoleSession
	/** URL of the page, even if only its data is requested. */
	url: URL
	params: Readonly<Record<string, string>>
}

/** Adds the HTTP request, for actions, files and framed documents. */
export type ConsoleActionRequest = ConsoleRequest & {
	c: HttpContext
	/** Context outside the action's transaction, for streams and for work that continues afterwards. */
	outside: ServiceContext
	/** Runs after the commit and before the response; never after a rollback. */
	afterCommit: (run: AfterCommit) => void
}

/** Work to do after the commit. It must handle its own errors, because the action is already committed. */
export type AfterCommit = () => Promise<void>
