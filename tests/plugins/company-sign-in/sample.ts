import type { PluginSample } from '#tests/plugins/samples.ts'

import { SAML_ON } from './saml-world.ts'

export const sample: PluginSample = {
	env: { GOTRUE_SAML_ENABLED: SAML_ON.GOTRUE_SAML_ENABLED, GOTRUE_SAML_PRIVATE_KEY: SAML_ON.GOTRUE_SAML_PRIVATE_KEY },
	secrets: ['GOTRUE_SAML_PRIVATE_KEY'],
	routes: {
		'GET /auth/v1/admin/sso/providers/:id': { ids: { id: 'public' } },
		'PUT /auth/v1/admin/sso/providers/:id': { ids: { id: 'public' } },
		'DELETE /auth/v1/admin/sso/providers/:id': { ids: { id: 'public' } },
	},
}
