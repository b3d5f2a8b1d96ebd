import { SITE, type Wire } from '#tests/wire/test-client.ts'

import type { ConsoleBrowser } from './open-console.ts'

export const UPLOAD = '/admin/imports'

/** Uploads a file as the page does; `/admin/imports.data` is the URL with JavaScript. */
export async function uploadList(wire: Wire, browser: ConsoleBrowser, bytes: string | Uint8Array<ArrayBuffer>, address = UPLOAD) {
	const form = new FormData()
	for (const [name, value] of Object.entries({ form_token: browser.formToken(), form_page: UPLOAD, form_id: '-admin-imports' }))
		form.set(name, value)
	form.set('file', new Blob([bytes]), 'list.csv')
	const answer = await wire.app.request(
		new Request(new URL(address, SITE), { method: 'POST', body: form, headers: { cookie: browser.cookie(), origin: SITE } }),
	)
	return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() }
}
