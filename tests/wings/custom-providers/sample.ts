import type { WingSample } from '#tests/wings/samples.ts'

export const sample: WingSample = {
	routes: {
		'GET /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
		'PUT /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
		'DELETE /auth/v1/admin/custom-providers/:identifier': { ids: { identifier: 'public' } },
	},
}
