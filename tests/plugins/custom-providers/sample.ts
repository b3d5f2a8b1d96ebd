import type { PluginSample } from '#tests/plugins/samples.ts'

export const sample: PluginSample = {
	routes: {
		'GET /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
		'PUT /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
		'DELETE /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
	},
}
