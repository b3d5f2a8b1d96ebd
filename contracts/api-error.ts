/** Body of every refusal of our own API. `fields` maps a field's name to its message. */
export type ApiErrorBody = {
	error: { code: string; message: string; fields?: Record<string, string>; requestId: string }
}
