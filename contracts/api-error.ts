/** Body of all error responses of our API. `fields`: messages by field name. */
export type ApiErrorBody = {
	error: { code: string; message: string; fields?: Record<string, string>; requestId: string }
}
