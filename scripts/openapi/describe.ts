import { z } from 'zod'

import type { MountedRoute } from '#scripts/check-docs/read-routes.ts'
import type { WireRow } from '#scripts/check-docs/wire-table.ts'

import { ANY_JSON, BODIES, FORMS, QUERIES } from './request-schemas.ts'

type Json = Record<string, unknown>

/** Our own surfaces: `/auth/v1` and `/rest/v1` are Supabase's words. */
const OWN = /^\/(api|functions\/v1)\//

/** What a field that is prepared first takes for not given (contracts/payments.ts). */
const NOT_GIVEN = [{ type: 'null' }, { type: 'string', pattern: String.raw`^\s*$` }]

function toSchema(schema: z.ZodType): Json {
	const { $schema: _, ...json } = z.toJSONSchema(schema, {
		io: 'input',
		unrepresentable: 'any',
		override({ zodSchema, jsonSchema }) {
			if (!(zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform)) return
			const given = { ...jsonSchema }
			for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
			Object.assign(jsonSchema, { anyOf: [given, ...NOT_GIVEN] })
		},
	}) as Json
	return json
}

const pathOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
const operationId = ({ method, path }: MountedRoute) =>
	`${method.toLowerCase()}${path
		.split(/[^A-Za-z0-9]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('')}`

function parametersOf({ endpoint, path }: MountedRoute): Json[] {
	const query = QUERIES[endpoint]
	return [
		...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
			name,
			in: 'path',
			required: true,
			schema: { type: 'string', minLength: 1 },
		})),
		...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({ name, in: 'query', schema: toSchema(schema as z.ZodType) })),
	]
}

function withFile(schema: Json): Json {
	return { ...schema, properties: { ...(schema.properties as Json), cv: { type: 'string', contentMediaType: 'application/pdf' } } }
}

function bodyOf({ endpoint }: MountedRoute): Json {
	const form = FORMS[endpoint]
	if (form) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: withFile(toSchema(form)) } } } }
	const schema = ANY_JSON.has(endpoint) ? {} : BODIES[endpoint] && toSchema(BODIES[endpoint])
	return schema ? { requestBody: { required: true, content: { 'application/json': { schema } } } } : {}
}

const MESSAGE = { type: 'string' }
const ERRORS = {
	ApiError: {
		type: 'object',
		required: ['error'],
		properties: {
			error: {
				type: 'object',
				required: ['code', 'message', 'requestId'],
				properties: { code: MESSAGE, message: MESSAGE, requestId: MESSAGE, fields: { type: 'object', additionalProperties: MESSAGE } },
			},
		},
	},
	FunctionError: {
		type: 'object',
		required: ['success', 'error', 'code'],
		properties: { success: { const: false }, error: MESSAGE, code: MESSAGE },
	},
} as const

/** Who may call, as the standard says it: nobody needs to sign in, or may, or has to. */
function securityOf({ who }: WireRow): Json[] {
	const bearer = { session: [] }
	if (/^(access token|learner|its owner$|the learner)/.test(who)) return [bearer]
	return /bearer|as the policy|its owner;|^the same/.test(who) ? [{}, bearer] : [{}]
}

function describeRoute(route: MountedRoute, row: WireRow): Json {
	const { limiters, bodyBytes, cache } = route
	const refusal = { $ref: `#/components/schemas/${route.path.startsWith('/api/') ? 'ApiError' : 'FunctionError'}` }
	const parameters = parametersOf(route)
	return {
		operationId: operationId(route),
		summary: row.does.replaceAll(/`/g, ''),
		description: `Who: ${row.who}.`,
		security: securityOf(row),
		...(parameters.length > 0 && { parameters }),
		...bodyOf(route),
		responses: {
			'2XX': { description: `Done. Cache-Control: ${cache}.` },
			...(cache.endsWith('no-cache') && { '304': { description: 'The copy of the caller is the newest.' } }),
			'4XX': { description: 'Refused.', content: { 'application/json': { schema: refusal } } },
			'503': { description: 'Cannot answer now; Retry-After says when to ask again.' },
		},
		'x-cache-control': cache,
		...(limiters.length > 0 && { 'x-rate-limits': limiters.map(({ limit }) => limit) }),
		...(bodyBytes !== null && { 'x-body-bytes': bodyBytes }),
	}
}

/** @param rows of docs/wire.md: what a route does and who may call it */
export function describeOwnSurfaces(routes: readonly MountedRoute[], rows: readonly WireRow[]): Json {
	const paths: Record<string, Json> = {}
	for (const route of routes.filter(({ path }) => OWN.test(path))) {
		const row = rows.find(({ endpoint }) => endpoint === route.endpoint)
		if (row) (paths[pathOf(route.path)] ??= {})[route.method.toLowerCase()] = describeRoute(route, row)
	}
	return {
		openapi: '3.1.1',
		info: {
			title: 'Launchway',
			version: '1',
			description: 'Our own surfaces. /auth/v1 and /rest/v1 are described by Supabase. Made from the running app by npm run openapi.',
		},
		servers: [{ url: 'http://localhost:3000' }],
		paths,
		components: {
			schemas: ERRORS,
			securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The access token of a session of /auth/v1.' } },
		},
	}
}
