import type { FindPage } from './answer-page.ts'

/** Pages as the built site serves them without any request headers. */
export const findPageIn =
	(staticFiles: (request: Request) => Response | Promise<Response> | null): FindPage =>
	async (path) => {
		const response = await staticFiles(new Request(new URL(path, 'http://localhost')))
		if (response?.status !== 200) return null
		return { html: await response.text(), headers: response.headers }
	}
