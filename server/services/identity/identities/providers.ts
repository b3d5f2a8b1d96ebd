import type { ServiceContext } from '#server/services/context.ts'

/** Returns the callback URL to register with providers. */
export const toRedirectUri = (ctx: ServiceContext) => `${ctx.config.auth.url}/callback`
