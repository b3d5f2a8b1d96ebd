import type { AuthOutcome } from './auth-refusal.ts'
import { callApi, findRefusal } from './own-api.ts'

/** True once the server has required a CAPTCHA. Until then, no CAPTCHA code is loaded. */
let isAsked = false

/** Solves the CAPTCHA or proof of work. Returns null if none is required anymore, or it wasn't solved. */
export async function solveChallenge(): Promise<string | null> {
	try {
		const { solveCaptcha } = await import('./captcha-widget.ts')
		return await solveCaptcha()
	} catch {
		return null
	}
}

/** Repeats a call that required a CAPTCHA or proof of work. Later calls on the page solve it in advance. */
export async function withCaptcha(call: (captcha: { captchaToken?: string }) => Promise<AuthOutcome>): Promise<AuthOutcome> {
	const ready = isAsked ? await solveChallenge() : null
	const first = await call(ready === null ? {} : { captchaToken: ready })
	if (first.ok || first.refusal.kind !== 'captcha') return first
	isAsked = true
	const token = await solveChallenge()
	return token === null ? first : call({ captchaToken: token })
}

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
