/** Body of our API's error responses. `fields`: messages by field name. */
export type ApiErrorBody = {
	error: { code: string; message: string; fields?: Record<string, string>; requestId: string }
}
