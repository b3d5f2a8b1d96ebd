import type { ServiceContext } from '#server/services/context.ts'

/** Callback address; to be registered with providers. */
export const toRedirectUri = (ctx: ServiceContext) => `${ctx.config.auth.url}/callback`
