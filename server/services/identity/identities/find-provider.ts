import type { ProviderConfig } from '#server/adapters/oauth/port.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { openCustomProvider } from '#server/services/identity/custom-providers/provider-rows.ts'

/** A provider of the configuration, or one that was added at run time; null if it is unknown or off. */
export async function findProvider(ctx: ServiceContext, name: string): Promise<ProviderConfig | null> {
	const { providers } = ctx.config.auth
	const configured = Object.hasOwn(providers, name) ? providers[name] : undefined
	return configured ?? openCustomProvider(ctx, name)
}
