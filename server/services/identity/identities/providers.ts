import type { ServiceContext } from '#server/services/context.ts'

/** Where every provider sends browsers back to; to be registered there. */
export const redirectUriOf = (ctx: ServiceContext) => `${ctx.config.auth.url}/callback`
