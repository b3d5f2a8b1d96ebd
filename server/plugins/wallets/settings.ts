import { requests } from '#server/config/limits.ts'
import { defineSettings } from '#server/config/plugin-settings.ts'
import { flag } from '#server/config/variable.ts'

export const walletSettings = defineSettings({
	variables: {
		GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: flag.default(false),
		GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: flag.default(false),
		GOTRUE_RATE_LIMIT_WEB3: requests(30),
	},
	read: (env) => ({
		ethereum: env.GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED,
		solana: env.GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED,
		requestsPerFiveMinutes: env.GOTRUE_RATE_LIMIT_WEB3,
	}),
})
