/** A `fetch` that refuses addresses which are not public. */
export type GuardedFetch = (
	address: string,
	init?: {
		method?: string
		headers?: ConstructorParameters<typeof Headers>[0]
		body?: unknown
		signal?: AbortSignal | null
		/** 1 MB without it. */ maxBytes?: number
		/** Three seconds without it. */ timeoutMs?: number
	},
) => Promise<Response>
