import { callApi, findRefusal } from './own-api.ts'
import { solve } from './with-captcha.ts'

/** As `callApi`, for forms that mail an address: when very many are sent, the server first asks for a captcha or a proof of work. */
export async function callAtPrice<T>(path: string, request: Parameters<typeof callApi>[1]): Promise<T> {
	try {
		return await callApi<T>(path, request)
	} catch (error) {
		if (findRefusal(error)?.code !== 'captcha_failed') throw error
		const captchaToken = await solve()
		if (captchaToken === null) throw error
		return callApi<T>(path, { ...request, captchaToken })
	}
}
