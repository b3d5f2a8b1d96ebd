import { z } from 'zod'

import { defineSettings } from '#server/config/plugin-settings.ts'
import { flag } from '#server/config/variable.ts'

export const customProviderSettings = defineSettings({
	variables: {
		GOTRUE_CUSTOM_OAUTH_ENABLED: flag.default(true),
		GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS: z.coerce.number().int().min(0).max(1000).default(20),
	},
	read: (env) => ({ enabled: env.GOTRUE_CUSTOM_OAUTH_ENABLED, max: env.GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS }),
})
