import type { Context, Handler } from 'hono'

import type { ServiceContext } from '#server/services/context.ts'

/** Variables of a request on every surface: the context created by `requestContext`. */
export type HttpEnv = { Variables: { ctx: ServiceContext } }
export type HttpContext = Context<HttpEnv>
export type HttpHandler = Handler<HttpEnv>
