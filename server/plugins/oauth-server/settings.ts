import { z } from 'zod'

import { OAUTH_SCOPES } from '#domain/auth/oauth-scopes.ts'
import { defineSettings } from '#server/config/plugin-settings.ts'
import { flag } from '#server/config/variable.ts'

const isScope = (word: string) => (OAUTH_SCOPES as readonly string[]).includes(word)

export const oauthServerSettings = defineSettings({
	variables: {
		GOTRUE_OAUTH_SERVER_ENABLED: flag.default(false),
		GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: flag.default(false),
		GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH: z
			.string()
			.regex(/^\/(?!\/)[\w./-]{0,200}$/, 'must be a path of the site')
			.default('/oauth/consent'),
		GOTRUE_OAUTH_SERVER_DEFAULT_SCOPE: z
			.string()
			.refine((text) => text.split(' ').every(isScope), `may contain only ${OAUTH_SCOPES.join(', ')}`)
			.default('email'),
	},
	read: (env) => ({
		enabled: env.GOTRUE_OAUTH_SERVER_ENABLED,
		/** True if applications may register themselves. */
		allowsRegistration: env.GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION,
		consentPath: env.GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH,
		/** Scopes of an application that requests none. */
		defaultScope: env.GOTRUE_OAUTH_SERVER_DEFAULT_SCOPE,
	}),
})
