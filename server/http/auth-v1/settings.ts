import type { HttpHandler } from '#server/http/environment.ts'
import { issueChallenge } from '#server/http/proof-of-work.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Providers that are always listed. Some tools expect `facebook`, which this server never supports. */
const KNOWN_PROVIDERS = ['apple', 'azure', 'facebook', 'github', 'google', 'keycloak']

type PluginSettings = { external?: Record<string, boolean> } & Record<string, unknown>
/** Sign-in methods that a plugin adds. They are off if the plugin isn't installed. */
export type SettingsPlugin = { describe?: (ctx: ServiceContext) => Promise<PluginSettings> }

export const createGetSettings =
	(plugins: readonly SettingsPlugin[]): HttpHandler =>
	async (c) => {
		const { config, messageBudget, db } = c.var.ctx
		const { auth, sms, captcha } = config
		const channels = ['mails', 'texts', 'forms'] as const
		const bits = captcha ? 0 : Math.max(...(await Promise.all(channels.map((channel) => messageBudget.proofBits(db, channel)))))
		const ofPlugins = await Promise.all(plugins.flatMap((plugin) => plugin.describe?.(c.var.ctx) ?? []))
		return c.json({
			external: {
				email: auth.emailEnabled,
				phone: auth.phoneEnabled,
				anonymous_users: auth.anonymousEnabled,
				...Object.fromEntries(KNOWN_PROVIDERS.map((name) => [name, Object.hasOwn(auth.providers, name)])),
				web3_ethereum: false,
				web3_solana: false,
				...Object.fromEntries(Object.keys(auth.providers).map((name) => [name, true])),
				...Object.assign({}, ...ofPlugins.map(({ external }) => external)),
			},
			disable_signup: auth.signupDisabled,
			mailer_autoconfirm: auth.emailAutoconfirm,
			phone_autoconfirm: auth.phoneAutoconfirm,
			sms_provider: auth.phoneEnabled && sms.mode === 'twilio' ? 'twilio' : '',
			saml_enabled: false,
			saml_private_key_next_configured: false,
			passkeys_enabled: auth.passkeys.enabled,
			// Additions to GoTrue's settings: sign-in options of our own pages, and data for the captcha widget.
			manual_linking_enabled: auth.manualLinking,
			security_keys_enabled: auth.factors.webauthn.enroll,
			oauth_server_enabled: false,
			...(captcha && { captcha: { provider: captcha.provider, site_key: captcha.siteKey } }),
			...(bits > 0 && { proof_of_work: await issueChallenge(c.var.ctx, bits) }),
			...Object.assign({}, ...ofPlugins.map(({ external: _external, ...others }) => others)),
		})
	}

export const getHealth: HttpHandler = (c) =>
	c.json({ version: 'v1', name: 'Launchway', description: 'Launchway accounts, compatible with the Supabase auth API' })
