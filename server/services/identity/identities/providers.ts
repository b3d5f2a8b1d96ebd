import type { ServiceContext } from '#server/services/context.ts'

/** Where providers send browsers back to; to be registered with them. */
export const toRedirectUri = (ctx: ServiceContext) => `${ctx.config.auth.url}/callback`
