import type { ProviderConfig } from '#server/adapters/oauth/port.ts'
import type { ServiceContext } from '#server/context.ts'

/** Null for a provider that nobody knows, and for one that is switched off. */
export const findProvider = (ctx: ServiceContext, name: string): ProviderConfig | null =>
	Object.hasOwn(ctx.config.auth.providers, name) ? (ctx.config.auth.providers[name] ?? null) : null

/** Where every provider sends browsers back to; to be registered there. */
export const redirectUriOf = (ctx: ServiceContext) => `${ctx.config.auth.url}/callback`
