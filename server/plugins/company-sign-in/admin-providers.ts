import { SsoProviderBody } from '#contracts/auth-sso.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'

import { addSsoProvider, changeSsoProvider, listSsoProviders, readSsoProvider, removeSsoProvider } from './manage-sso-providers.ts'
import type { SsoProvider } from './sso-provider.ts'

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

/** Leaves out the metadata, which would make a list very long. */
function presentShortly(provider: SsoProvider) {
	const { saml, ...rest } = presentProvider(provider)
	const { metadata_xml: _left, ...short } = saml
	return { ...rest, saml: short }
}

export const getSsoProviders: HttpHandler = async (c) => c.json({ items: (await listSsoProviders(c.var.ctx)).map(presentShortly) })

export const postSsoProvider: HttpHandler = async (c) =>
	c.json(presentProvider(await addSsoProvider(c.var.ctx, await readJson(c, SsoProviderBody))), 201)

export const getSsoProvider: HttpHandler = async (c) => c.json(presentProvider(await readSsoProvider(c.var.ctx, c.req.param('id') ?? '')))

export const putSsoProvider: HttpHandler = async (c) =>
	c.json(presentProvider(await changeSsoProvider(c.var.ctx, c.req.param('id') ?? '', await readJson(c, SsoProviderBody))))

export const deleteSsoProvider: HttpHandler = async (c) =>
	c.json(presentProvider(await removeSsoProvider(c.var.ctx, c.req.param('id') ?? '')))
