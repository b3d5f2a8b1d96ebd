import type { ProviderConfig } from '#server/adapters/oauth/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Returns a provider from the configuration or a plugin; null if it's unknown or turned off. */
export async function findProvider(ctx: ServiceContext, name: string): Promise<ProviderConfig | null> {
	const { providers } = ctx.config.auth
	const configured = Object.hasOwn(providers, name) ? providers[name] : undefined
	if (configured) return configured
	for (const plugin of ctx.plugins) {
		const found = await plugin.findProvider?.(ctx, name)
		if (found) return found
	}
	return null
}
