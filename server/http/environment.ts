import type { Context, Handler } from 'hono'

import type { ServiceContext } from '#server/services/context.ts'

/** Variables of a request. `requestContext` creates the context. */
export type HttpEnv = { Variables: { ctx: ServiceContext } }
export type HttpContext = Context<HttpEnv>
export type HttpHandler = Handler<HttpEnv>
