import type { JsonValue } from '#server/db/json.ts'

import { readObject, type SandboxCall } from './objects.ts'

type Body = { [key: string]: JsonValue | undefined }

const isBody = (value: JsonValue | undefined): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

async function expandValue(call: SandboxCall, value: JsonValue | undefined, rest: readonly string[]): Promise<JsonValue | undefined> {
	if (Array.isArray(value)) {
		const items = await Promise.all(value.map((item) => expandValue(call, item, rest)))
		return items.map((item) => item ?? null)
	}
	const found = typeof value === 'string' ? ((await readObject(call, value)) ?? value) : value
	return isBody(found) ? expandPath(call, found, rest) : found
}

/** Expands ids to their objects along a path, such as `expand[]=payment_intent.latest_charge`. */
export async function expandPath(call: SandboxCall, body: Body, path: readonly string[]): Promise<Body> {
	const [key, ...rest] = path
	if (key === undefined || body[key] === undefined) return body
	return { ...body, [key]: await expandValue(call, body[key], rest) }
}
