import type { RelyingParty } from '#server/adapters/webauthn/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Returns the WebAuthn relying party. Its name is the configured one, or that of the published content. */
export function relyingPartyOf({ config, content }: Pick<ServiceContext, 'config' | 'content'>): RelyingParty {
	const { relyingParty } = config.auth
	return { ...relyingParty, name: relyingParty.name ?? content.site.name }
}
