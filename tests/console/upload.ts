import { SITE, type Wire } from '#tests/wire/test-client.ts'

import type { ConsoleBrowser } from './open-console.ts'

type Upload = { bytes: Uint8Array | string; name?: string; fields?: Record<string, string>; headers?: Record<string, string>; to?: string }

/** Uploads a file as a console form does, with JavaScript unless other headers are given. */
export async function upload(wire: Pick<Wire, 'app'>, browser: Pick<ConsoleBrowser, 'cookie' | 'formToken'>, sent: Upload) {
	const { bytes, name = 'file.bin', fields = {}, headers = { accept: 'application/json' }, to = '/admin/media' } = sent
	const form = new FormData()
	for (const [key, value] of Object.entries({ form_token: browser.formToken(), form_page: '/admin/media', ...fields })) form.set(key, value)
	form.set('file', new Blob([bytes as BlobPart]), name)
	const answer = await wire.app.request(
		new Request(new URL(to, SITE), { method: 'POST', body: form, headers: { cookie: browser.cookie(), origin: SITE, ...headers } }),
	)
	const text = await answer.text()
	const isJson = answer.headers.get('content-type')?.startsWith('application/json')
	return {
		status: answer.status,
		to: answer.headers.get('location') ?? '',
		text,
		json: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
	}
}
