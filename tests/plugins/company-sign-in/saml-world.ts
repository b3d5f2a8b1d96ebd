import { SECRET_KEY } from '#tests/wire/admin-client.ts'
import { openBrowser } from '#tests/wire/browser.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { makeKey, type Options, type Posted, startSamlProvider } from './saml-provider.ts'

const OURS = makeKey()
export const SAML_ON = {
	SUPABASE_SECRET_KEY: SECRET_KEY,
	TRUSTED_PROXY_HOPS: '1',
	GOTRUE_SAML_ENABLED: 'true',
	GOTRUE_SAML_PRIVATE_KEY: OURS.pkcs1,
}
export const CALLBACK = `${SITE}/auth/callback`
const ACS = '/auth/v1/sso/saml/acs'

export type Browser = ReturnType<typeof openBrowser>

/** Returns a function that calls the SSO provider API with the secret key. */
export const asOperator = (wire: Wire) => async (method: string, path: string, body?: unknown) => {
	const answer = await wire.request(`/auth/v1/admin/sso/providers${path}`, {
		method,
		headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	})
	return { status: answer.status, code: answer.headers.get('x-sb-error-code'), body: (await answer.json()) as Record<string, unknown> }
}

let places = 0
/** Posts a form as the provider's page does, each time from another address: limits are tested elsewhere. */
export const post = (browser: Pick<Browser, 'go'>, posted: Posted | Record<string, string>) =>
	browser.go(ACS, {
		method: 'POST',
		body: new URLSearchParams(posted),
		headers: { 'x-forwarded-for': `198.18.${(places += 1) >> 8}.${places & 255}` },
	})

/** Starts a server and a company's identity provider, connected for corp.example, and opens a browser. */
export async function startCompany({
	env = {},
	domains = ['corp.example'],
	connection = {},
	...options
}: Options & { env?: Record<string, string>; domains?: string[]; connection?: Record<string, unknown> } = {}) {
	const wire = await startWire({ env: { ...SAML_ON, ...env } })
	const provider = await startSamlProvider(wire, options)
	const operator = asOperator(wire)
	const made = await operator('POST', '', { type: 'saml', metadata_xml: provider.metadata, domains, ...connection })
	if (made.status !== 201) throw new Error(JSON.stringify(made.body))
	const id = made.body.id as string
	const browser = openBrowser(wire)

	/** Opens the provider as the real client does. */
	const leave = async (from: Browser = browser) => {
		const { data, error } = await from.client.auth.signInWithSSO({ domain: 'corp.example', options: { redirectTo: CALLBACK } })
		if (error || !data) throw new Error(error?.message)
		return data.url
	}
	const signIn = async (from: Browser = browser) => {
		const answer = await post(from, await provider.signIn(await leave(from)))
		const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
		const { data, error } = await from.client.auth.exchangeCodeForSession(code)
		if (error) throw new Error(`${error.message} after ${answer.headers.get('location')}`)
		return data
	}
	return { wire, provider, operator, id, name: `sso:${id}`, browser, leave, signIn }
}
