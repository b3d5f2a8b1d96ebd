type Details = {
	status?: 400 | 402 | 404 | 409
	type?: 'invalid_request_error' | 'card_error' | 'idempotency_error'
	code?: string
	param?: string
}

/** Error of the sandbox's API. `body` has Stripe's format, which the SDK converts to the matching class. */
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
