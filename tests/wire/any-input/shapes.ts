import { z } from 'zod'

const Auth = z.union([
	z.object({ code: z.number(), error_code: z.string(), msg: z.string() }),
	z.object({ code: z.string(), message: z.string() }),
	z.object({ error: z.string(), error_description: z.string() }),
])
const Rest = z.strictObject({ code: z.string(), details: z.string().nullable(), hint: z.string().nullable(), message: z.string() })
const Functions = z.object({ success: z.literal(false), error: z.string(), code: z.string() })
const Api = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

const SURFACES: [RegExp, z.ZodType][] = [
	[/^\/auth\/v1(\/|\?|$)/, Auth],
	[/^\/rest\/v1(\/|\?|$)/, Rest],
	[/^\/functions\/v1(\/|\?|$)/, Functions],
	[/^\/api(\/|\?|$)/, Api],
]

/** Returns the path as the server reads it: dots resolved, double slashes merged. */
const pathOf = (target: string) => {
	try {
		return new URL(target, 'http://a').pathname
	} catch {
		return target
	}
}

/** Checks that a refusal has the error format of its surface (docs/api.md); pages respond with pages. */
export function findShapeProblem(target: string, { type, body }: { type: string; body: string }): string | null {
	const shape = SURFACES.find(([pattern]) => pattern.test(target.startsWith('//') ? target : pathOf(target)))?.[1]
	if (!shape) return /^(text\/(html|plain|xml)|application\/json)/.test(type) ? null : `a refusal of type ${type}`
	try {
		const read = shape.safeParse(JSON.parse(body))
		return read.success ? null : `not the surface’s shape: ${body.slice(0, 200)}`
	} catch {
		return `no JSON: ${body.slice(0, 200)}`
	}
}
