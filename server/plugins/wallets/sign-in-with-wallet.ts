import { createHash } from 'node:crypto'

import { requestLimit } from '#server/config/limits.ts'
import { defineSettings } from '#server/config/plugin-settings.ts'
import { flag } from '#server/config/variable.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { chooseAccount } from '#server/services/identity/identities/choose-account.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import type { IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { withFailureAudit } from '#server/services/platform/audit/record-audit.ts'

import { type WalletChain, verifySignature } from './verify-signature.ts'
import { parseWalletMessage, type WalletMessage } from './wallet-message.ts'

export const walletSettings = defineSettings({
	variables: {
		GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: flag.default(false),
		GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: flag.default(false),
		GOTRUE_RATE_LIMIT_WEB3: requestLimit(30),
	},
	read: (env) => ({
		ethereum: env.GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED,
		solana: env.GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED,
		requestsPerFiveMinutes: env.GOTRUE_RATE_LIMIT_WEB3,
	}),
})

/** Maximum age of a signature. */
const MAX_AGE_MS = 10 * 60_000
const CLOCK_SKEW_MS = 30_000
const LOCAL = /^(localhost|127\.0\.0\.1)$/

/**
 * Checks a message. The wallet showed the message's domain and URL to the user, so both must be ours.
 * @param origins of pages that may request a signature, e.g. `https://example.com`
 * @returns the problem, or null
 */
export function findWalletProblem(message: WalletMessage, { origins, now }: { origins: ReadonlySet<string>; now: Date }): string | null {
	if (!URL.canParse(message.uri)) return 'URI is not a valid URL'
	const { protocol, host, hostname, origin, username, password } = new URL(message.uri)
	const isSecure = protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))
	if (!isSecure || username || password) return 'URI must be https'
	if (host !== message.domain) return 'Domain and URI differ'
	if (message.scheme !== null && `${message.scheme}:` !== protocol) return 'Scheme and URI differ'
	if (!origins.has(origin)) return 'Message was signed for another site'

	const at = now.getTime()
	if (message.issuedAt > at + CLOCK_SKEW_MS) return 'Message was issued in the future'
	if (message.issuedAt < at - MAX_AGE_MS) return 'Message was issued too long ago'
	if (message.expiresAt !== null && message.expiresAt <= at) return 'Message has expired'
	if (message.notBefore !== null && message.notBefore > at) return 'Message is not valid yet'
	return null
}

const PROVIDER = 'web3'

export type SignedWalletMessage = { chain: string; message: string; signature: string }

const invalidGrant = (message: string) => new ServiceError('invalid', 'invalid_grant', message)

const switchedOff = () => new ServiceError('unprocessable', 'web3_provider_disabled', 'Web3 provider is disabled')

/**
 * Requires that wallets are turned on. Call it before parsing the request.
 * @throws ServiceError web3_provider_disabled (422)
 */
export function requireWallets({ config }: ServiceContext): void {
	const { ethereum, solana } = config.plugins.of(walletSettings)
	if (!ethereum && !solana) throw switchedOff()
}

/** @throws ServiceError web3_provider_disabled (422), web3_unsupported_chain (400) */
function requireChain(ctx: ServiceContext, chain: string): WalletChain {
	if (chain !== 'ethereum' && chain !== 'solana') throw new ServiceError('invalid', 'web3_unsupported_chain', 'Unsupported chain')
	if (!ctx.config.plugins.of(walletSettings)[chain]) throw switchedOff()
	return chain
}

function trustedOrigins({ config }: ServiceContext): Set<string> {
	const addresses = [config.siteUrl, ...config.auth.redirectAllowList]
	return new Set(addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin))
}

async function checkMessage(ctx: ServiceContext, chain: WalletChain, { message, signature }: SignedWalletMessage): Promise<WalletMessage> {
	const parsed = parseWalletMessage(chain, message)
	if (!parsed) throw invalidGrant('Message is not a sign-in message of this chain')
	const problem = findWalletProblem(parsed, { origins: trustedOrigins(ctx), now: ctx.now() })
	if (problem) throw invalidGrant(problem)
	if (!(await verifySignature(chain, { message, address: parsed.address, signature })))
		throw invalidGrant('Signature does not match address in message')
	return parsed
}

async function markMessageUsed(ctx: ServiceContext, tx: Tx, message: string): Promise<void> {
	const row = await tx
		.insertInto('auth.wallet_messages')
		.values({ message_hash: createHash('sha256').update(message).digest(), created_at: ctx.now() })
		.onConflict((conflict) => conflict.doNothing())
		.returning('created_at')
		.executeTakeFirst()
	if (!row) throw invalidGrant('Message was used already')
}

/**
 * Signs in with a signed message, which works once. The account has no email address.
 * @throws ServiceError web3_provider_disabled, signup_disabled (422), web3_unsupported_chain, invalid_grant (400), user_banned
 * (403)
 */
export async function signInWithWallet(ctx: ServiceContext, input: SignedWalletMessage): Promise<IssuedSession> {
	const chain = requireChain(ctx, input.chain)
	const signIn = async () => {
		const { address, domain } = await checkMessage(ctx, chain, input)
		const name = chain === 'ethereum' ? address.toLowerCase() : address
		const subject = `web3:${chain}:${name}`
		const claims = { sub: subject, provider_id: subject, address: name, chain, domain, email_verified: false, phone_verified: false }
		const profile = { subject, email: null, isEmailOptional: true, isEmailVerified: false, claims }
		return inTransaction(ctx.db, async (tx) => {
			await markMessageUsed(ctx, tx, input.message)
			const user = await chooseAccount(ctx, tx, { provider: PROVIDER, profile })
			return issueSession(ctx, tx, { userId: user.id, method: 'web3', provider: PROVIDER })
		})
	}
	return withFailureAudit(ctx, { action: 'external_sign_in', userId: null }, signIn)
}
