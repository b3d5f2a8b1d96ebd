/** A `fetch` that refuses addresses outside the public internet. */
export type GuardedFetch = (
	address: string,
	init?: {
		method?: string
		headers?: ConstructorParameters<typeof Headers>[0]
		body?: unknown
		signal?: AbortSignal | null
		/** Defaults to 1 MB. */ maxBytes?: number
		/** Defaults to three seconds. */ timeoutMs?: number
	},
) => Promise<Response>
