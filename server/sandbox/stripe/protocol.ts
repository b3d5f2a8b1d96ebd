export type FormValue = string | FormRecord
export type FormRecord = { [key: string]: FormValue }

const NAME_PARTS = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/**
 * Parses a form: `line_items[0][price]=p` becomes `{line_items: {0: {price: 'p'}}}`. Lists become records with numeric keys;
 * values are always text. Drops names of any other form.
 */
export function parseForm(body: string): FormRecord {
	const root: FormRecord = Object.create(null) as FormRecord
	for (const [name, value] of new URLSearchParams(body)) {
		const [, first, rest] = NAME_PARTS.exec(name) ?? []
		if (first === undefined) continue
		const path = [first, ...[...(rest ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part ?? '')]
		setPath(root, path, value)
	}
	return root
}

function setPath(root: FormRecord, path: readonly string[], value: string): void {
	let at = root
	for (const part of path.slice(0, -1)) {
		const next = at[part]
		const child = typeof next === 'object' ? next : (Object.create(null) as FormRecord)
		at[part] = child
		at = child
	}
	at[path.at(-1) ?? ''] = value
}

export const formText = (value: FormValue | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const toRecord = (value: FormValue | undefined): FormRecord => (typeof value === 'object' ? value : {})

export const toList = (value: FormValue | undefined): FormRecord[] => Object.values(toRecord(value)).map(toRecord)

export const toMetadata = (value: FormValue | undefined): Record<string, string> =>
	Object.fromEntries(Object.entries(toRecord(value)).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))

type Details = {
	status?: 400 | 402 | 404 | 409
	type?: 'invalid_request_error' | 'card_error' | 'idempotency_error'
	code?: string
	param?: string
}

/** Error from the sandbox's API. `body` has Stripe's format, which the SDK converts to the matching class. */
export class SandboxApiError extends Error {
	readonly status: 400 | 402 | 404 | 409
	readonly body: { error: { type: string; message: string; code?: string; param?: string } }

	constructor(message: string, { status = 400, type = 'invalid_request_error', code, param }: Details = {}) {
		super(message)
		this.name = 'SandboxApiError'
		this.status = status
		this.body = { error: { type, message, ...(code && { code }), ...(param && { param }) } }
	}
}

export const missingParam = (param: string) =>
	new SandboxApiError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const noSuch = (kind: string, id: string) =>
	new SandboxApiError(`No such ${kind}: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })
