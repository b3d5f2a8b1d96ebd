import { WalletGrantBody } from '#contracts/auth.ts'
import { withOauthErrors, sendSession } from '#server/http/auth-v1/token.ts'
import { type HttpHandler, readJson } from '#server/http/environment.ts'
import { createLimiter, withLimits } from '#server/http/limits.ts'
import { withCaptcha } from '#server/http/require-captcha.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { declareSecretTable } from '#server/services/people/privacy/registry/table-rule.ts'

import { requireWallets, signInWithWallet, walletSettings } from './sign-in-with-wallet.ts'

const FIVE_MINUTES = 300
const HOUR_MS = 3_600_000

const grantWallet: HttpHandler = async (c) => {
	requireWallets(c.var.ctx)
	const { chain, message, signature } = await readJson(c, WalletGrantBody)
	const input = { chain: chain ?? '', message: message ?? '', signature: signature ?? '' }
	return withOauthErrors(c, 'invalid_grant', async () => sendSession(c, await signInWithWallet(c.var.ctx, input)))
}

export const plugin: Plugin = {
	settings: walletSettings,
	grants: ({ config }) => {
		const limit = createLimiter({ name: 'web3', points: config.plugins.of(walletSettings).requestsPerFiveMinutes, seconds: FIVE_MINUTES })
		return { web3: withLimits([limit], withCaptcha(grantWallet)) }
	},
	describe: async ({ config }) => {
		const { ethereum, solana } = config.plugins.of(walletSettings)
		return { external: { web3_ethereum: ethereum, web3_solana: solana } }
	},
	tables: [
		declareSecretTable(
			'auth.wallet_messages',
			'Used wallet messages',
			'each signed message opens only one session; stored as hashes, for an hour',
		),
	],
	deleteExpired: async ({ db, now }) => {
		const expired = new Date(now().getTime() - HOUR_MS)
		const { numDeletedRows } = await db.deleteFrom('auth.wallet_messages').where('created_at', '<', expired).executeTakeFirstOrThrow()
		return { walletMessages: Number(numDeletedRows) }
	},
}
