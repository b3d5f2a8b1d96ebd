import { expect, test } from 'vitest'

import { PlannerQuerySchema } from '#contracts/planner.ts'
import type { MountedRoute } from '#scripts/check-docs/read-routes.ts'
import type { WireRow } from '#scripts/check-docs/wire-table.ts'

import { describeOwnSurfaces } from './describe.ts'

type Described = { paths: Record<string, Record<string, Record<string, unknown>>> }

function describe(endpoint: string, who: string, bodyBytes: number | null = null) {
	const [method = '', path = ''] = endpoint.split(' ')
	const route: MountedRoute = { endpoint, method, path, limiters: [], bodyBytes, cache: 'no-store' }
	const row: WireRow = { endpoint, method, path, does: 'Does `it`', who, limit: '–', cache: 'no-store', body: '–' }
	return (describeOwnSurfaces([route], [row]) as Described).paths
}

test.each([
	{ who: 'access token', security: [{ session: [] }] },
	{ who: 'learner', security: [{ session: [] }] },
	{ who: 'as the policy says', security: [{}, { session: [] }] },
	{ who: "its owner; of a guest's order who holds the checkout's id", security: [{}, { session: [] }] },
	{ who: 'anyone', security: [{}] },
	{ who: 'mailed link', security: [{}] },
])('$who is said as $security', ({ who, security }) => {
	expect(describe('GET /api/orders/:orderId', who)['/api/orders/{orderId}']?.get).toMatchObject({
		operationId: 'getApiOrdersOrderId',
		summary: 'Does it',
		security,
		parameters: [{ name: 'orderId', in: 'path', required: true }],
	})
})

test('a body has the schema of its contract and its bound, a query its parameters, a form its file', () => {
	expect(describe('PUT /api/preferences', 'access token', 1024)['/api/preferences']?.put).toMatchObject({
		'x-body-bytes': 1024,
		requestBody: { content: { 'application/json': { schema: { required: ['newsletter'], additionalProperties: false } } } },
	})
	const { parameters } = describe('GET /api/planner', 'learner')['/api/planner']?.get ?? {}
	expect(parameters).toMatchObject(Object.keys(PlannerQuerySchema.shape).map((name) => ({ name, in: 'query' })))
	const { requestBody } = describe('POST /api/support/applications', 'anyone', 1024)['/api/support/applications']?.post ?? {}
	expect(JSON.stringify(requestBody)).toMatch(/multipart\/form-data.*"cv"/)
})

test("Supabase's surfaces and pages are not described", () => {
	expect(describe('POST /auth/v1/otp', 'anyone')).toEqual({})
	expect(describe('POST /contact', 'anyone')).toEqual({})
})
