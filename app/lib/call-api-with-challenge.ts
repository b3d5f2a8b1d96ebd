import { callApi, findRefusal } from './own-api.ts'
import { solveChallenge } from './with-captcha.ts'

/** Like `callApi`; solves a CAPTCHA or proof of work if the server requires one, and retries. */
export async function callApiWithChallenge<T>(path: string, request: Parameters<typeof callApi>[1]): Promise<T> {
	try {
		return await callApi<T>(path, request)
	} catch (error) {
		if (findRefusal(error)?.code !== 'captcha_failed') throw error
		const captchaToken = await solveChallenge()
		if (captchaToken === null) throw error
		return callApi<T>(path, { ...request, captchaToken })
	}
}
