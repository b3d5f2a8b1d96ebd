import type { ServiceContext } from '#server/services/context.ts'
import { seal, unseal } from '#server/services/platform/keys/seal.ts'

/** A provider's own tokens: returned to the client once, with the session, and then deleted. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null }

/**
 * Encrypts a provider's tokens for the row that waits for the client's verifier.
 * @param flowId ID of that row; a copy in another row can't be decrypted
 */
export const sealProviderTokens = (ctx: ServiceContext, flowId: string, tokens: ProviderTokens) =>
	seal(ctx, flowId, Buffer.from(JSON.stringify([tokens.accessToken, tokens.refreshToken])))

export async function unsealProviderTokens(
	ctx: ServiceContext,
	flow: { id: string; provider_tokens: Buffer | null },
): Promise<ProviderTokens | null> {
	if (!flow.provider_tokens) return null
	const opened = (await unseal(ctx, flow.id, flow.provider_tokens)).toString()
	const [accessToken, refreshToken] = JSON.parse(opened) as [string, string | null]
	return { accessToken, refreshToken }
}
