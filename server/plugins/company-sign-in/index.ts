import { SsoBody, SsoProviderBody } from '#contracts/auth-sso.ts'
import { forAdminKey } from '#server/http/auth-v1/admin/admin-requests.ts'
import { setFlowCookie } from '#server/http/auth-v1/callback.ts'
import { type HttpHandler, readJson } from '#server/http/environment.ts'
import { createLimiter, withLimits } from '#server/http/limits.ts'
import { withCaptcha } from '#server/http/require-captcha.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import type { Deps, ServiceContext } from '#server/services/context.ts'
import { declareSystemTable, serverSecret } from '#server/services/people/privacy/registry/table-rule.ts'

import { getSamlMetadata, postSamlAcs } from './answer-endpoint.ts'
import { addSsoProvider, updateSsoProvider, listSsoProviders, requireSsoProvider, removeSsoProvider } from './manage-sso-providers.ts'
import { samlSettings } from './settings.ts'
import { requireSaml, type SsoProvider } from './sso-provider.ts'
import { startSso } from './start-sso.ts'

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
		serverSecret('auth.saml_assertions', 'Used SAML assertions', 'each assertion opens only one session; stored as hashes, for minutes'),
		declareSystemTable('auth.sso_domains', 'Email domains of companies', 'which provider is responsible for a domain'),
		declareSystemTable('auth.sso_providers', 'Identity providers of companies', 'which provider may sign in which accounts'),
	],
	deleteExpired: deleteSpentAssertions,
}
