import type { HttpContext } from '#server/http/environment.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ConsoleSession } from './session.ts'

/** Request of a console user, as the reads of pages take it. */
export type ConsoleRequest = {
	ctx: ServiceContext
	by: ConsoleSession
	/** URL of the page, also when only its data is requested. */
	url: URL
	params: Readonly<Record<string, string>>
}

/** The same with the HTTP request, for actions, files and documents inside a frame. */
export type ConsoleActionRequest = ConsoleRequest & {
	c: HttpContext
	/** The context outside the transaction of an action: for streams, and for work that continues after it. */
	outside: ServiceContext
	/** Runs once the action is committed, before it is answered, and never when it is rolled back. */
	afterCommit: (run: AfterCommit) => void
}

/** It deals with its own errors: the action is done. */
export type AfterCommit = () => Promise<void>
