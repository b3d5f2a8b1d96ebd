import { randomBytes } from 'node:crypto'

import { SsoBody, SsoProviderBody } from '#contracts/auth-sso.ts'
import { NAME_ID_FORMATS } from '#domain/auth/saml-claims.ts'
import { forAdminKey } from '#server/http/auth-v1/admin/admin-requests.ts'
import { setFlowCookie } from '#server/http/auth-v1/callback.ts'
import { type HttpHandler, readJson } from '#server/http/environment.ts'
import { createLimiter, withLimits } from '#server/http/limits.ts'
import { withCaptcha } from '#server/http/require-captcha.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import type { Deps, ServiceContext } from '#server/services/context.ts'
import { chooseRedirectFor, validationFailed, requireCodeChallenge } from '#server/services/identity/accounts/check-input.ts'
import { type FlowKeys, openFlow, randomSecret } from '#server/services/identity/identities/external-flow.ts'
import { declareSystemTable, declareSecretTable } from '#server/services/people/privacy/registry/table-rule.ts'

import { getSamlMetadata, postSamlAcs } from './answer-endpoint.ts'
import { addSsoProvider, updateSsoProvider, listSsoProviders, requireSsoProvider, removeSsoProvider } from './manage-sso-providers.ts'
import { makeRequestUrl } from './node-saml.ts'
import { readFreshMetadata } from './read-metadata.ts'
import { samlSettings } from './settings.ts'
import { requireSaml, type SsoProvider, findByDomain, findSsoProvider, toProviderName, requireEnabledProvider } from './sso-provider.ts'

const notFound = (message: string) => new ServiceError('not-found', 'sso_provider_not_found', message)

async function requireProvider(ctx: ServiceContext, { provider_id: id, domain }: SsoBody): Promise<SsoProvider> {
	const found = id ? await findSsoProvider(ctx.db, id) : await findByDomain(ctx.db, domain ?? '')
	if (!found) throw notFound(id ? 'No such SSO provider' : 'No SSO provider assigned for this domain')
	return requireEnabledProvider(found)
}

/**
 * Starts a sign-in. The returned URL contains a signed request, to which the response must refer.
 * @throws ServiceError validation_failed (400), saml_provider_disabled, sso_provider_not_found, sso_provider_disabled (404)
 */
async function startSso(ctx: ServiceContext, body: SsoBody): Promise<FlowKeys & { url: string }> {
	// This check comes first, as in GoTrue, whose test suite expects this error for an empty request.
	const saml = requireSaml(ctx)
	if (Boolean(body.provider_id) === Boolean(body.domain)) throw validationFailed('Exactly one of provider_id or domain is required')
	const challenge = requireCodeChallenge(body)
	const provider = await requireProvider(ctx, body)
	const metadata = await readFreshMetadata(ctx, provider)
	const keys = { state: randomSecret(), browserSecret: randomSecret() }
	// An XML ID must not start with a digit.
	const requestId = `_${randomBytes(20).toString('hex')}`
	const nameIdFormat = provider.name_id_format ?? NAME_ID_FORMATS.persistent
	const url = await makeRequestUrl(saml, metadata, { id: requestId, relayState: keys.state, nameIdFormat })
	const redirectTo = chooseRedirectFor(ctx, body.redirect_to)
	await openFlow(ctx, keys, {
		kind: 'saml',
		provider: toProviderName(provider),
		redirectTo,
		challenge,
		linking: null,
		requestId,
		seconds: saml.flowSeconds,
	})
	return { ...keys, url }
}

/** Converts a provider to GoTrue's format, with one additional field. */
const presentProvider = (provider: SsoProvider) => ({
	id: provider.id,
	disabled: provider.disabled,
	allow_idp_initiated: provider.allow_idp_initiated,
	saml: {
		entity_id: provider.entity_id,
		metadata_xml: provider.metadata_xml,
		...(provider.metadata_url !== null && { metadata_url: provider.metadata_url }),
		attribute_mapping: provider.attribute_mapping,
		...(provider.name_id_format !== null && { name_id_format: provider.name_id_format }),
	},
	domains: provider.domains.map((domain) => ({ domain })),
	created_at: provider.created_at.toISOString(),
	updated_at: provider.updated_at.toISOString(),
})

/** Converts a provider for a list, without the metadata, which would make the list very long. */
function summarizeProvider(provider: SsoProvider) {
	const { saml, ...rest } = presentProvider(provider)
	const { metadata_xml: _left, ...short } = saml
	return { ...rest, saml: short }
}

const getSsoProviders: HttpHandler = async (c) => c.json({ items: (await listSsoProviders(c.var.ctx)).map(summarizeProvider) })

const postSsoProvider: HttpHandler = async (c) =>
	c.json(presentProvider(await addSsoProvider(c.var.ctx, await readJson(c, SsoProviderBody))), 201)

const getSsoProvider: HttpHandler = async (c) => c.json(presentProvider(await requireSsoProvider(c.var.ctx, c.req.param('id') ?? '')))

const putSsoProvider: HttpHandler = async (c) =>
	c.json(presentProvider(await updateSsoProvider(c.var.ctx, c.req.param('id') ?? '', await readJson(c, SsoProviderBody))))

const deleteSsoProvider: HttpHandler = async (c) => c.json(presentProvider(await removeSsoProvider(c.var.ctx, c.req.param('id') ?? '')))

const FIVE_MINUTES = 300

/** Starts a sign-in. With `skip_http_redirect`, returns the URL, to which the client navigates itself. */
const postSso: HttpHandler = async (c) => {
	const { ctx } = c.var
	const body = await readJson(c, SsoBody)
	const { url, ...keys } = await startSso(ctx, body)
	setFlowCookie(c, keys, requireSaml(ctx).flowSeconds)
	return body.skip_http_redirect === true ? c.json({ url }) : c.redirect(url, 303)
}

function ssoRoutes({ config }: Deps) {
	const { saml, requestsPerFiveMinutes } = config.plugins.of(samlSettings)
	const startLimit = createLimiter({ name: 'sso', points: requestsPerFiveMinutes, seconds: FIVE_MINUTES })
	const acsLimit = createLimiter({ name: 'saml-acs', points: saml?.assertionsPerFiveMinutes ?? 1, seconds: FIVE_MINUTES })
	return {
		'/sso': { POST: withLimits([startLimit], withCaptcha(postSso)) },
		'/sso/saml/metadata': { GET: getSamlMetadata },
		'/sso/saml/acs': { POST: withLimits([acsLimit], postSamlAcs) },
		'/admin/sso/providers': { GET: forAdminKey(getSsoProviders), POST: forAdminKey(postSsoProvider) },
		'/admin/sso/providers/:id': {
			GET: forAdminKey(getSsoProvider),
			PUT: forAdminKey(putSsoProvider),
			DELETE: forAdminKey(deleteSsoProvider),
		},
	}
}

async function deleteSpentAssertions({ db, now }: ServiceContext) {
	const { numDeletedRows } = await db.deleteFrom('auth.saml_assertions').where('expires_at', '<', now()).executeTakeFirstOrThrow()
	return { samlAssertions: Number(numDeletedRows) }
}

export const plugin: Plugin = {
	settings: samlSettings,
	routes: ssoRoutes,
	metadata: ['/sso/saml/metadata'],
	describe: async ({ config }) => ({ saml_enabled: config.plugins.of(samlSettings).saml !== null }),
	tables: [
		declareSecretTable(
			'auth.saml_assertions',
			'Used SAML assertions',
			'each assertion opens only one session; stored as hashes, for minutes',
		),
		declareSystemTable('auth.sso_domains', 'Email domains of companies', 'which provider is responsible for a domain'),
		declareSystemTable('auth.sso_providers', 'Identity providers of companies', 'which provider may sign in which accounts'),
	],
	deleteExpired: deleteSpentAssertions,
}
