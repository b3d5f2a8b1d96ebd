import type { Context, Handler } from 'hono'

import type { ServiceContext } from '#server/services/context.ts'

/** The request variables of every surface: the context made by `requestContext`. */
export type HttpEnv = { Variables: { ctx: ServiceContext } }
export type HttpContext = Context<HttpEnv>
export type HttpHandler = Handler<HttpEnv>
