import type { Context, Handler } from 'hono'

import type { ServiceContext } from '#server/services/context.ts'

/** What every surface finds on a request: the context made by `requestContext`. */
export type HttpEnv = { Variables: { ctx: ServiceContext } }
export type HttpContext = Context<HttpEnv>
export type HttpHandler = Handler<HttpEnv>
