import type { UploadKind } from '#domain/media/sniff-media.ts'

export type UploadedMedia = { id: string; url: string; width: number | null; height: number | null; alt: string; kind: UploadKind }

type Sending = {
	file: File
	alt: string
	formToken: string
	/** Called with the uploaded fraction, 0 to 1. */
	onProgress?: (share: number) => void
	signal?: AbortSignal
	/** Message if there is no response. */
	interrupted?: string
}

const INTERRUPTED = 'The upload was interrupted. Check your connection and try again.'

const parse = (text: string): unknown => {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}

/**
 * Uploads a file with XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws Error with a message for the user; DOMException AbortError if canceled
 */
export function uploadFile({ file, alt, formToken, onProgress, signal, interrupted = INTERRUPTED }: Sending): Promise<UploadedMedia> {
	const form = new FormData()
	form.set('form_token', formToken)
	form.set('alt', alt)
	form.set('file', file)
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest()
		request.open('POST', '/admin/media')
		request.setRequestHeader('accept', 'application/json')
		request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
		request.addEventListener('error', () => reject(new Error(interrupted)))
		request.addEventListener('abort', () => reject(new DOMException('canceled', 'AbortError')))
		request.addEventListener('load', () => {
			const answer = parse(request.responseText) as (UploadedMedia & { message?: string }) | null
			if (request.status === 201 && answer) resolve(answer)
			else reject(new Error(answer?.message ?? interrupted))
		})
		signal?.addEventListener('abort', () => request.abort())
		request.send(form)
	})
}
