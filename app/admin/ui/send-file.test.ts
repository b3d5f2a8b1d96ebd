import { expect, test, vi } from 'vitest'

import { uploadFile } from './send-file.ts'

/** Replaces a connection; the test decides how it ends. */
class FakeRequest extends EventTarget {
	static last: FakeRequest
	upload = new EventTarget()
	status = 0
	responseText = ''
	sent: FormData | undefined
	opened: string[] = []
	open = (...opened: string[]) => void (this.opened = opened)
	setRequestHeader() {}
	abort = () => void this.dispatchEvent(new Event('abort'))
	send(form: FormData) {
		this.sent = form
		FakeRequest.last = this
	}
	end(status: number, responseText: string) {
		Object.assign(this, { status, responseText }).dispatchEvent(new Event('load'))
	}
}

const start = (more: object = {}) => {
	vi.stubGlobal('XMLHttpRequest', FakeRequest)
	const file = new File(['abc'], 'sunset.jpg')
	const done = uploadFile({ file, alt: 'A sunset', formToken: 'token', ...more })
	return { done, request: FakeRequest.last }
}

test('a file is sent with its description and the form’s token, and its progress is reported', async () => {
	const shares: number[] = []
	const { done, request } = start({ onProgress: (share: number) => shares.push(share) })
	const sent = [...(request.sent ?? [])].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
	expect(request.opened).toEqual(['POST', '/admin/media'])
	expect(sent).toEqual([
		['form_token', 'token'],
		['alt', 'A sunset'],
		['file', 'sunset.jpg'],
	])
	for (const [loaded, total] of [
		[1, 4],
		[3, 0],
	])
		request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
	expect(shares).toEqual([0.25, 0])
	request.end(201, '{"id":"m1"}')
	expect(await done).toEqual({ id: 'm1' })
})

test('a refusal, no answer, a lost connection and a canceled upload are told apart', async () => {
	const ended = async (end: (request: FakeRequest) => void, more: object = {}) => {
		const { done, request } = start(more)
		end(request)
		return done.catch((error: Error) => `${error.name}: ${error.message}`)
	}
	const interrupted = 'Error: The upload was interrupted. Check your connection and try again.'
	expect(await ended((request) => request.end(413, '{"message":"Too large."}'))).toBe('Error: Too large.')
	expect(await ended((request) => request.end(201, 'no JSON'))).toBe(interrupted)
	expect(await ended((request) => request.dispatchEvent(new Event('error')))).toBe(interrupted)
	expect(await ended((request) => request.dispatchEvent(new Event('error')), { interrupted: 'Lost.' })).toBe('Error: Lost.')
	const canceled = new AbortController()
	expect(await ended(() => canceled.abort(), { signal: canceled.signal })).toBe('AbortError: canceled')
})
