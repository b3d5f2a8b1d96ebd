import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'

/** The answers as described by GoTrue's own OpenAPI file; see the beginning of the file for version and license. */
type Published = { paths: Record<string, Record<string, Record<string, object>>>; components: object }

type Schemas = { IdentitySchema: { properties: { id: object } } }

/** The file, with its mistakes corrected. */
function readPublished(): Published {
	// No field of the file is required, so that an answer fits several of its alternatives: one at least must fit.
	const text = readFileSync('tests/fixtures/gotrue/answers.json', 'utf8').replaceAll('"oneOf":', '"anyOf":')
	const file = JSON.parse(text) as Published & { components: { schemas: Schemas } }
	// A provider's own id of a person is not a UUID.
	file.components.schemas.IdentitySchema.properties.id = { type: 'string' }
	return file
}

const published = readPublished()
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('phone', /^\+?\d{0,15}$/)
ajv.addFormat('base64url', /^[\w-]*$/)
ajv.addSchema({ $id: 'gotrue', ...published })

/** A known mistake of the file: the endpoint is GET, but it lists POST. */
const methodOf = (method: string, path: string) => (path === '/reauthenticate' ? 'post' : method.toLowerCase())

const patterns = Object.keys(published.paths)
	// An address without parameters wins over one that would read its last part as an id.
	.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
	.map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

const checks = new Map<string, ValidateFunction>()

/** Checked answers so far, by endpoint and status: a checker that checks nothing must not pass. */
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
 * Compares an answer of `/auth/v1` with the published file for its endpoint and status; null when it does not differ, or when the file does
 * not cover it. Errors are published only in their older shape.
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
