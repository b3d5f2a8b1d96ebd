import type { RelyingParty } from '#server/adapters/webauthn/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** The name is that of the published content unless configured. */
export function relyingPartyOf({ config, content }: Pick<ServiceContext, 'config' | 'content'>): RelyingParty {
	const { relyingParty } = config.auth
	return { ...relyingParty, name: relyingParty.name ?? content.site.name }
}
