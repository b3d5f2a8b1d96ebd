import type { HttpHandler } from '#server/http/environment.ts'

/** What is switched on (AUTH_WIRE §5.18). */
export const getSettings: HttpHandler = (c) => {
	const { auth } = c.var.ctx.config
	return c.json({
		external: {
			email: auth.emailEnabled,
			phone: false,
			anonymous_users: false,
			apple: false,
			azure: false,
			facebook: false,
			github: false,
			google: false,
		},
		disable_signup: auth.signupDisabled,
		mailer_autoconfirm: auth.emailAutoconfirm,
		phone_autoconfirm: false,
		sms_provider: '',
		saml_enabled: false,
		saml_private_key_next_configured: false,
		passkeys_enabled: false,
	})
}

export const getHealth: HttpHandler = (c) =>
	c.json({ version: 'v1', name: 'Launchway', description: 'Launchway accounts, spoken as the Supabase auth API' })
