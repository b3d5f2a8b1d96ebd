import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'

/** Responses described by GoTrue's own OpenAPI file; version and license are at the top of that file. */
type Published = { paths: Record<string, Record<string, Record<string, object>>>; components: object }

type Schemas = { IdentitySchema: { properties: { id: object } } }

/** Reads GoTrue's OpenAPI file and corrects its known mistakes. */
function readPublished(): Published {
	// The file requires no fields, so a response may match several alternatives: at least one must match.
	const text = readFileSync('tests/fixtures/gotrue/answers.json', 'utf8').replaceAll('"oneOf":', '"anyOf":')
	const file = JSON.parse(text) as Published & { components: { schemas: Schemas } }
	// A provider's ID for a person isn't a UUID.
	file.components.schemas.IdentitySchema.properties.id = { type: 'string' }
	return file
}

const published = readPublished()
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('phone', /^\+?\d{0,15}$/)
ajv.addFormat('base64url', /^[\w-]*$/)
ajv.addSchema({ $id: 'gotrue', ...published })

/** A known mistake in the file: the endpoint is GET, but the file lists POST. */
const methodOf = (method: string, path: string) => (path === '/reauthenticate' ? 'post' : method.toLowerCase())

const patterns = Object.keys(published.paths)
	// A path without parameters takes precedence over one that would read its last segment as an ID.
	.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
	.map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

const checks = new Map<string, ValidateFunction>()

/** Number of checked responses by endpoint and status, to make sure that the checker checks something. */
export const checkedAnswers = new Map<string, number>()

const toPointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

function findCheck(method: string, path: string, status: number): { name: string; check: ValidateFunction } | null {
	const known = patterns.find(({ pattern }) => pattern.test(path))
	const verb = methodOf(method, path)
	if (!known || !published.paths[known.path]?.[verb]?.[status]) return null
	const name = `${verb} ${known.path} ${status}`
	const check = checks.get(name) ?? ajv.compile({ $ref: `gotrue#/paths/${toPointer(known.path)}/${verb}/${status}` })
	checks.set(name, check)
	return { name, check }
}

/**
 * Compares a response of `/auth/v1` with the published file for its endpoint and status. Returns null if it matches or isn't in
 * the file. Errors are published only in their older format.
 */
export async function findDeviation(request: Request, answer: Response): Promise<string | null> {
	const { pathname } = new URL(request.url)
	if (!pathname.startsWith('/auth/v1/') || !answer.headers.get('content-type')?.includes('json')) return null
	if (answer.status >= 400 && request.headers.has('x-supabase-api-version')) return null
	const found = findCheck(request.method, pathname.slice('/auth/v1'.length), answer.status)
	if (!found) return null
	checkedAnswers.set(found.name, (checkedAnswers.get(found.name) ?? 0) + 1)
	const body: unknown = await answer.clone().json()
	return found.check(body) ? null : `${found.name}: ${ajv.errorsText(found.check.errors)} in ${JSON.stringify(body).slice(0, 400)}`
}
