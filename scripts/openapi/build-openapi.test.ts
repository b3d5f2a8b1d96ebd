import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { PlannerQuerySchema } from '#contracts/planner.ts'
import type { MountedRoute } from '#scripts/check-docs/read-routes.ts'
import type { RouteLine } from '#scripts/reference/route-lines.ts'

import { buildOpenApi } from './build-openapi.ts'
import { REQUEST_BODIES } from './request-schemas.ts'

type Described = { paths: Record<string, Record<string, Record<string, unknown>>> }

function describe(endpoint: string, who: string, bodyBytes: number | null = null) {
	const [method = '', path = ''] = endpoint.split(' ')
	const route: MountedRoute = { endpoint, method, path, limiters: [], bodyBytes, cache: 'no-store' }
	const row: RouteLine = { area: 'API', endpoint, method, path, does: 'Does `it`', who, isPublic: false, isOptional: false, limits: [] }
	return (buildOpenApi([route], [row]) as Described).paths
}

test.each([
	{ who: 'access token', security: [{ session: [] }] },
	{ who: 'learner', security: [{ session: [] }] },
	{ who: 'per access policy', security: [{}, { session: [] }] },
	{ who: 'owner, or holder of the checkout id', security: [{}, { session: [] }] },
	{ who: 'anyone', security: [{}] },
	{ who: 'holder of the emailed link', security: [{}] },
])('$who maps to security $security', ({ who, security }) => {
	expect(describe('GET /api/orders/:orderId', who)['/api/orders/{orderId}']?.get).toMatchObject({
		operationId: 'getApiOrdersOrderId',
		summary: 'Does it',
		security,
		parameters: [{ name: 'orderId', in: 'path', required: true }],
	})
})

test('a body has its schema and size limit, a query its parameters, a form its file', () => {
	expect(describe('PUT /api/preferences', 'access token', 1024)['/api/preferences']?.put).toMatchObject({
		'x-body-bytes': 1024,
		requestBody: { content: { 'application/json': { schema: { required: ['newsletter'], additionalProperties: false } } } },
	})
	const { parameters } = describe('GET /api/planner', 'learner')['/api/planner']?.get ?? {}
	expect(parameters).toMatchObject(Object.keys(PlannerQuerySchema.shape).map((name) => ({ name, in: 'query' })))
	const { requestBody } = describe('POST /api/support/applications', 'anyone', 1024)['/api/support/applications']?.post ?? {}
	expect(JSON.stringify(requestBody)).toMatch(/multipart\/form-data.*"cv"/)
})

/** Returns the fields of a schema, including one wrapped by a transform. */
function fieldsOf(schema: unknown): Record<string, z.ZodType> {
	if (schema instanceof z.ZodObject) return schema.shape
	return schema instanceof z.ZodPipe ? fieldsOf(schema.in) : {}
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })

test.each(Object.entries(REQUEST_BODIES))(
	'values treated as missing in the body of %s are valid in its description',
	(endpoint, contract) => {
		const [method = '', path = ''] = endpoint.split(' ')
		const operation = describe(endpoint, 'anyone')[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
		const { schema } = (
			operation as { requestBody: { content: { 'application/json': { schema: { properties: Record<string, object> } } } } }
		).requestBody.content['application/json']
		const fields = fieldsOf(contract)
		expect(Object.keys(schema.properties)).toEqual(Object.keys(fields))
		for (const [name, field] of Object.entries(fields))
			for (const value of [null, '', ' '])
				if (field.safeParse(value).success)
					expect([name, value, ajv.validate(schema.properties[name] ?? {}, value)]).toEqual([name, value, true])
	},
)

test('Supabase’s endpoints and pages aren’t described', () => {
	expect(describe('POST /auth/v1/otp', 'anyone')).toEqual({})
	expect(describe('POST /contact', 'anyone')).toEqual({})
})
