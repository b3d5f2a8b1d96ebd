import { z } from 'zod'

import { OAUTH_SCOPES } from '#domain/auth/oauth-scopes.ts'

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

const isScope = (word: string) => (OAUTH_SCOPES as readonly string[]).includes(word)

/** This server as a sign-in provider for other applications, and providers added while it runs, under GoTrue's own names. */
export const oauthServerVariables = {
	GOTRUE_OAUTH_SERVER_ENABLED: flag.default(false),
	GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: flag.default(false),
	GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH: z
		.string()
		.regex(/^\/(?!\/)[\w./-]{0,200}$/, 'must be a path of the site')
		.default('/oauth/consent'),
	GOTRUE_OAUTH_SERVER_DEFAULT_SCOPE: z
		.string()
		.refine((text) => text.split(' ').every(isScope), `may hold ${OAUTH_SCOPES.join(', ')}`)
		.default('email'),
	GOTRUE_CUSTOM_OAUTH_ENABLED: flag.default(true),
	GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS: z.coerce.number().int().min(0).max(1000).default(20),
}

const Variables = z.object(oauthServerVariables)

export const toOauthServerConfig = (env: z.output<typeof Variables>) => ({
	oauthServer: {
		enabled: env.GOTRUE_OAUTH_SERVER_ENABLED,
		/** Applications may register themselves. */
		allowsRegistration: env.GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION,
		/** The page that asks the learner for consent. */
		consentPath: env.GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH,
		/** What an application gets when it asks for no scope. */
		defaultScope: env.GOTRUE_OAUTH_SERVER_DEFAULT_SCOPE,
	},
	customProviders: { enabled: env.GOTRUE_CUSTOM_OAUTH_ENABLED, max: env.GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS },
})
