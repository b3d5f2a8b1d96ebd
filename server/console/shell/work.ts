import type { HttpContext } from '#server/http/environment.ts'
import type { FindPage } from '#server/http/forms/answer-page.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ConsoleSession } from './session.ts'

/** One request of somebody who works in the console. */
export type Work = { c: HttpContext; ctx: ServiceContext; by: ConsoleSession; findPage: FindPage }
